// The files of the element are beside its script, which may be on another host than the page.
{{base}}
const loadProgram = async () => {
  const { Board, default: start } = await import(new URL("./{{glue}}", base).href);
  await start({ module_or_path: new URL("./{{board}}", base) });
  return { Board, startWorker };
};
const loadLive = () => import(new URL("./{{live}}", base).href);

// A worker must be of the page's own origin. If the script comes from another one, a script of the page's origin loads it.
let script;
const startWorker = () => {
  const url = new URL("./{{worker}}", base);
  if (url.origin === location.origin) return new Worker(url.href);
  const text = `self.tengenBase = ${JSON.stringify(url.href)}; importScripts(self.tengenBase);`;
  script ??= URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  return new Worker(script);
};
