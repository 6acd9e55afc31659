// Starts the page. The page's security policy forbids inline scripts, so this is a file.
import start, { mount } from "./{{app_js}}";

try {
  await start({ module_or_path: new URL("./{{app_wasm}}", import.meta.url) });
  // The game's handle for other scripts of the page.
  window.tengen = await mount(document.body, { page: true });
} catch (error) {
  // The style sheet can show a notice if the page has not started, for example because the browser is too old. The error itself belongs in
  // the console.
  document.documentElement.dataset.boot = "failed";
  throw error;
}
