// The programs and networks of the element for bundlers: texts in modules, each of which is loaded when it is first needed.
import start, { Board } from "{{glue}}";

{{unpack}}
const texts = { {{texts}} };

let script;
const startWorker = () => {
  script ??= URL.createObjectURL(new Blob([{{worker}}], { type: "text/javascript" }));
  const worker = new Worker(script);
  // The worker cannot import the modules of a bundle. It requests their contents through a port.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = async ({ data: name, ports: [answer] }) => {
    const pieces = Promise.all(texts[name].map((load) => load()));
    answer.postMessage(await pieces.then((pieces) => pieces.map(({ default: text }) => text).join(""), () => null));
  };
  worker.postMessage(null, [port2]);
  return worker;
};

export const load = async () => {
  await start({ module_or_path: unpack("{{board}}", "application/wasm") });
  return { Board, startWorker };
};
