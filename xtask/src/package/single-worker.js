// The worker's program, which is in the script itself.
const unpack = () => {
  const packed = Uint8Array.from(atob("{{wasm}}"), (character) => character.charCodeAt(0));
  // Not by a Blob, which WebKit does not let a worker of a page on a disk read.
  const unpacked = new Response(packed).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": "application/wasm" } });
};
