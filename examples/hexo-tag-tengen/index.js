// {% tengen "h8 i9 h10" mode=play level=easy %} in a Hexo post becomes a board.
"use strict";

const fs = require("fs");
const path = require("path");

const NAMES = ["game", "rule", "size", "at", "mode", "level", "character", "puzzle", "side", "lang", "theme", "controls", "numbers", "coordinates", "live"];

const escape = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

// The first word without a name is the game; the other words have the names of attributes.
const attributes = (words) => {
  const found = new Map();
  for (const word of words) {
    const [, name = "game", value] = /^(?:([a-z]+)=)?([^]*)$/.exec(word);
    if (!NAMES.includes(name)) throw new Error(`tengen: there is no attribute ${name}; there are ${NAMES.join(", ")}`);
    if (found.has(name)) throw new Error(`tengen: the attribute ${name} is there twice`);
    found.set(name, value.replace(/^"([^]*)"$/, "$1"));
  }
  return found;
};

// The path of the blog, for instance /blog/.
const root = (hexo.config.root || "/").replace(/\/?$/, "/");
const folder = (hexo.config.tengen && hexo.config.tengen.folder) || "tengen-board";

hexo.extend.tag.register("tengen", (words) => {
  const found = attributes(words);
  const tag = [...found].map(([name, value]) => ` ${name}="${escape(value)}"`).join("");
  const moves = found.has("game") ? `<p>${escape(found.get("game"))}</p>` : "";
  const script = `<script src="${root}${folder}/tengen-board.js" async></script>`;
  return `${script}<tengen-board${tag}>${moves}</tengen-board>`;
});

// The element's files become part of the blog.
hexo.extend.generator.register("tengen", () => {
  const source = path.dirname(require.resolve("tengen-board/package.json"));
  const files = fs.readdirSync(source).filter((name) => /\.(js|wasm|network)$/.test(name));
  return files.map((name) => ({
    path: `${folder}/${name}`,
    data: () => fs.createReadStream(path.join(source, name)),
  }));
});
