import "tengen-board";
