// Starts the page from the contents of its single file.
const text = (name) => document.getElementById(`tengen-${name}`).textContent;

// The answer with a program of the page, as if it had been fetched.
globalThis.tengenProgram = (name) => {
  const bytes = Uint8Array.from(atob(text(name)), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return Promise.resolve(new Response(unpacked, { headers: { "content-type": "application/wasm" } }));
};

try {
  for (const name of ["worker", "files", "judge"]) {
    const script = new Blob([text(name)], { type: "text/javascript" });
    document.querySelector(`meta[name=tengen-${name}]`).content = URL.createObjectURL(script);
  }
  const { default: start, mount } = await import("tengen/app");
  await start({ module_or_path: globalThis.tengenProgram("app") });
  // The game's handle for other scripts of the page.
  window.tengen = await mount(document.body, { page: true });
} catch (error) {
  // The style sheet then shows a notice. The error itself belongs in the console.
  document.documentElement.dataset.boot = "failed";
  throw error;
}
