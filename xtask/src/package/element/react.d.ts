// The element and its types for JSX of React: `import "tengen-board/react"`. React 19 sets properties and listens to events.

import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { TengenBoardElement, TengenBoardProps } from "./index.js";

export type * from "./index.js";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "tengen-board": DetailedHTMLProps<HTMLAttributes<TengenBoardElement>, TengenBoardElement> & TengenBoardProps;
    }
  }
}
