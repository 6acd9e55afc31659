// Fetches a network of the engine's evaluation at the engine's request, and delivers it as a message: its bytes, or null.
const networks = {{networks}};
const loadNetwork = (name) => fetch(new URL(`./${networks[name]}`, base), { signal: AbortSignal.timeout(10_000) });
self.fetchNetwork = async (name) => {
  let data = null;
  try {
    const response = await loadNetwork(name);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    data = new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    console.warn(`Tengen's network for ${name} did not load, so that the engine is weaker:`, error);
  }
  self.dispatchEvent(new MessageEvent("message", { data }));
};
