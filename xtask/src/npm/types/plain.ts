import "tengen-board";
import type { MoveDetail, TengenBoardElement } from "tengen-board";

const board: TengenBoardElement = document.createElement("tengen-board");
const listener = ({ detail }: CustomEvent<MoveDetail>) => {
  const number: number = detail.number;
  const point: string | null = detail.point;
  console.log(number, point);
};
board.addEventListener("move", listener);
board.removeEventListener("move", listener);
board.addEventListener("gameend", ({ detail }) => console.log(detail.reason));
board.addEventListener("click", (event) => console.log(event.clientX));
board.play("h8").then((played: boolean) => console.log(played));
// @ts-expect-error There is no such mode.
board.mode = "nonsense";
