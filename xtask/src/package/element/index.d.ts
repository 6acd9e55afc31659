// Types for <tengen-board>. Importing the package defines the element.

/** The side of a player. */
export type Side = "black" | "white";

/** The manner in which a level plays. */
export type Character = "attacker" | "defender" | "counter-puncher" | "builder" | "gambler" | "old-master";

/** The opponent: the engine at a level, or a classic program. */
export type Level =
  | "easy"
  | "normal"
  | "hard"
  | `level-${number}`
  | "tuple"
  | "direction"
  | "greedy"
  | "game-tree"
  | "minimax-easy"
  | "minimax-normal"
  | "minimax-hard";

/** The options of a new game. Missing options have the values of the element's attributes. */
export interface NewGame {
  rule?: string;
  /** The number of lines of the board, 3 to 22. */
  size?: number | string;
  /** The side of the human player. */
  side?: Side | "both";
  level?: Level;
  character?: Character;
}

/** A stone was placed, or a side passed. */
export interface MoveDetail {
  color: Side;
  /** The point, such as `h8`; null for a pass. */
  point: string | null;
  /** The number of the move, from 1. */
  number: number;
}

/** A game is over. */
export interface GameEndDetail {
  /** The winner; null for a draw. */
  winner: Side | null;
  /** The reason: `line`, `forbidden-overline`, `board-full` … */
  reason: string;
}

/** The progress of the engine. If `thinks` is false, the search has ended, and the other members are missing. */
export interface ThinkDetail {
  thinks: boolean;
  /** The search depth in plies. */
  depth?: number;
  /** The score for the side to move, in the engine's units; null if a forced end was found. */
  score?: number | null;
  /** The plies to the forced end, negative if the side to move loses. */
  mate?: number | null;
  /** The best line for both sides. */
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
  puzzle?: string;
  level?: Level;
  character?: Character;
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

/** A board. Its methods wait until it is loaded, and fail once its element has left the document. */
export interface TengenBoardElement extends HTMLElement {
  /** The game: moves such as `h8 i9`, a link, or SGF. */
  game: string;
  rule: string;
  size: string;
  /** The number of moves after which the game is shown at first. */
  at: string;
  mode: "" | "view" | "play" | "analyse" | "puzzle";
  /** In the mode `puzzle`, the puzzle with its proof, as `tengen embed --puzzle` writes it; without it the engine judges the moves. */
  puzzle: string;
  level: "" | Level;
  character: "" | Character;
  /** The side of the human player. */
  side: "" | Side | "both";
  theme: "" | "auto" | "kaya" | "paper" | "night" | "contrast";
  controls: "" | "all" | "status" | "buttons" | "none";
  /** The numbered stones: `none`, `all`, `last` or `last:N`. */
  numbers: string;
  coordinates: "" | "on" | "off";
  /** The link of a game on a Tengen server, which the board follows in the mode `view` until it is over. */
  live: string;

  /** Begins another game; a puzzle and a shown game restart. */
  newGame(options?: NewGame): Promise<void>;
  /** Plays on a point such as `h8`, or `pass`, for the side to move, and returns whether the move was accepted. */
  play(point: string): Promise<boolean>;
  /** Takes a move back; against a program, as many as make it the human player's turn. */
  undo(): Promise<void>;
  /** Plays the moves again that were taken back. */
  redo(): Promise<void>;
  /** Shows the position after this number of moves. */
  goTo(moves: number): Promise<void>;
  /** Shows a good move, and returns its point. */
  hint(): Promise<string | null>;
  /** Lets the engine play for the side to move, and returns the point. */
  engineMove(): Promise<string | null>;
  /** The game as SGF, or as a link; the property `game` accepts both. */
  record(format?: "sgf" | "link"): Promise<string>;
  /** Ends the board permanently. The contents of the element are shown again. */
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
