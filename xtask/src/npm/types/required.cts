import tengen = require("tengen-board");

export const modes: tengen.TengenBoardElement["mode"][] = ["view", "play"];
