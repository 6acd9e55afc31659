// Types for <tengen-board>. Importing the package defines the element.

/** The side of a player. */
export type Side = "black" | "white";

/** Who plays when the program plays: the engine at a level, or a classic. */
export type Level =
  | "easy"
  | "normal"
  | "hard"
  | "tuple"
  | "direction"
  | "greedy"
  | "game-tree"
  | "minimax-easy"
  | "minimax-normal"
  | "minimax-hard";

/** What a new game is to be like; what is left out is as the element's attributes say. */
export interface NewGame {
  rule?: string;
  /** Lines of the board, 3 to 22. */
  size?: number | string;
  /** The side of the person. */
  side?: Side | "both";
  level?: Level;
}

/** A stone was placed, or a side passed. */
export interface MoveDetail {
  color: Side;
  /** Such as `h8`; null is a pass. */
  point: string | null;
  /** The number of the move, from 1. */
  number: number;
}

/** A game is over. */
export interface GameEndDetail {
  /** null is a draw. */
  winner: Side | null;
  /** `line`, `forbidden-overline`, `board-full` … */
  reason: string;
}

/** What the engine thinks. With `thinks` false it has ended, and nothing else is there. */
export interface ThinkDetail {
  thinks: boolean;
  /** Plies. */
  depth?: number;
  /** What the position is worth to the side to move, in the engine's units; null where the end is forced. */
  score?: number | null;
  /** Plies to the forced end, negative where the side to move loses. */
  mate?: number | null;
  /** The line that both sides should play. */
  line?: string[];
  nodes?: number;
}

/** The attributes and events of the element in the JSX of React and Preact (`tengen-board/react`, `tengen-board/preact`). */
export interface TengenBoardProps {
  game?: string;
  rule?: string;
  size?: number | string;
  at?: number | string;
  mode?: "view" | "play" | "analyse" | "puzzle";
  level?: Level;
  side?: Side | "both";
  theme?: "auto" | "kaya" | "paper" | "night" | "contrast";
  controls?: "all" | "status" | "buttons" | "none";
  numbers?: string;
  coordinates?: "on" | "off";
  live?: string;
  onready?: (event: TengenBoardEventMap["ready"]) => void;
  onmove?: (event: TengenBoardEventMap["move"]) => void;
  ongamestart?: (event: TengenBoardEventMap["gamestart"]) => void;
  ongameend?: (event: TengenBoardEventMap["gameend"]) => void;
  onthink?: (event: TengenBoardEventMap["think"]) => void;
  onerror?: (event: TengenBoardEventMap["error"]) => void;
}

/** The events of the element; none of them bubbles. */
export interface TengenBoardEventMap {
  ready: CustomEvent<null>;
  move: CustomEvent<MoveDetail>;
  gamestart: CustomEvent<{ size: number }>;
  gameend: CustomEvent<GameEndDetail>;
  think: CustomEvent<ThinkDetail>;
  error: CustomEvent<{ message: string }>;
}

/** The element's own events and those of every element. */
export type TengenBoardElementEventMap = Omit<HTMLElementEventMap, keyof TengenBoardEventMap> & TengenBoardEventMap;

/** A board. Its methods wait until it is there, and fail once its element has left the document. */
export interface TengenBoardElement extends HTMLElement {
  /** Moves such as `h8 i9`, a link, or SGF. */
  game: string;
  rule: string;
  size: string;
  /** After how many moves the game is shown at first. */
  at: string;
  mode: "" | "view" | "play" | "analyse" | "puzzle";
  level: "" | Level;
  /** The side of the person. */
  side: "" | Side | "both";
  theme: "" | "auto" | "kaya" | "paper" | "night" | "contrast";
  controls: "" | "all" | "status" | "buttons" | "none";
  /** `none`, `all`, `last` or `last:N`. */
  numbers: string;
  coordinates: "" | "on" | "off";
  /** The link of a game on a server of Tengen, which the board follows in the mode `view` until it is over. */
  live: string;

  /** Begins another game; a puzzle and a game to look at begin again. */
  newGame(options?: NewGame): Promise<void>;
  /** Plays on a point such as `h8`, or `pass`, for the side to move; whether that could be done. */
  play(point: string): Promise<boolean>;
  /** Takes a move back; against a program, so many that it is the person's turn again. */
  undo(): Promise<void>;
  /** Plays again what was taken back. */
  redo(): Promise<void>;
  /** Shows the game as it was after so many moves. */
  goTo(moves: number): Promise<void>;
  /** Shows a good move, and gives its point. */
  hint(): Promise<string | null>;
  /** Has the engine play for the side to move, and gives the point. */
  engineMove(): Promise<string | null>;
  /** The game as SGF, or as a link; `game` takes both. */
  record(format?: "sgf" | "link"): Promise<string>;
  /** Ends the board for good. What stands within the element is shown again. */
  destroy(): Promise<void>;

  addEventListener<K extends keyof TengenBoardElementEventMap>(
    type: K,
    listener: (this: TengenBoardElement, event: TengenBoardElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
  removeEventListener<K extends keyof TengenBoardElementEventMap>(
    type: K,
    listener: (this: TengenBoardElement, event: TengenBoardElementEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | EventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "tengen-board": TengenBoardElement;
  }

  /** Starts and ends the games of a site whose pages are swapped without a reload (`tengen-games.js`). */
  interface GameManager {
    register(name: string, game: { init(element: HTMLElement): unknown; cleanup?(element: HTMLElement): unknown }): void;
    initGame(name: string): void;
    cleanupGame(name: string): void;
    cleanupAll(root?: Node): void;
    detectGame(): string[];
  }

  interface Window {
    GameManager?: GameManager;
  }
}
