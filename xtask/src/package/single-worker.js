// The worker's program, which is in the script itself.
const unpack = () => {
  const packed = Uint8Array.from(atob("{{wasm}}"), (character) => character.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": "application/wasm" } });
};
