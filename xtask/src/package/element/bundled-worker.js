// The page that has started this worker sends a port first, through which it delivers the program and the networks.
const page = new Promise((resolve) => {
  const take = (event) => {
    event.stopImmediatePropagation();
    resolve(event.ports[0]);
  };
  self.addEventListener("message", take, { once: true });
});
// Loads a text of the page as if the worker had fetched it. `patience` is in milliseconds.
const load = async (name, type, patience) => {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data);
    if (patience) setTimeout(resolve, patience, null);
  });
  (await page).postMessage(name, [port2]);
  const text = await answer;
  port1.close();
  if (text === null) throw new Error(`${name} did not load`);
  return unpack(text, type);
};
const unpackProgram = () => load("engine", "application/wasm");
