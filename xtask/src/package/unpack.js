// Unpacks a compressed text as if it had been fetched.
const unpack = (text, type) => {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // Not by a Blob, which WebKit does not let a worker of a page on a disk read.
  const unpacked = new Response(packed).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": type } });
};
