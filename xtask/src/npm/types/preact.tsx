/** @jsxImportSource preact */
import "tengen-board/preact";
import type { TengenBoardElement } from "tengen-board/preact";
import { createRef } from "preact";

export function Game() {
  const board = createRef<TengenBoardElement>();
  const hint = () => board.current?.hint();
  return (
    <tengen-board ref={board} class="game" mode="play" size={9} lang="zh" onmove={({ detail }) => console.log(detail.number)}>
      <button onClick={hint}>h8 i9</button>
    </tengen-board>
  );
}

// @ts-expect-error There is no such mode.
export const wrong = <tengen-board mode="nonsense" />;
