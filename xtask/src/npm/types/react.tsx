import "tengen-board/react";
import type { TengenBoardElement } from "tengen-board/react";
import { useRef } from "react";

export function Game() {
  const board = useRef<TengenBoardElement>(null);
  const hint = () => board.current?.hint();
  return (
    <tengen-board ref={board} className="game" mode="play" size={9} lang="zh" onmove={({ detail }) => console.log(detail.number)}>
      <button onClick={hint}>h8 i9</button>
    </tengen-board>
  );
}

// @ts-expect-error There is no such mode.
export const wrong = <tengen-board mode="nonsense" />;
