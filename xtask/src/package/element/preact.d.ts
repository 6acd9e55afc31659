// The element and its types for JSX of Preact: `import "tengen-board/preact"`.

import type { JSX, Ref } from "preact";
import type { TengenBoardElement, TengenBoardProps } from "./index.js";

export type * from "./index.js";

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "tengen-board": Omit<JSX.IntrinsicElements["div"], "ref" | keyof TengenBoardProps> &
        TengenBoardProps & { ref?: Ref<TengenBoardElement> };
    }
  }
}
