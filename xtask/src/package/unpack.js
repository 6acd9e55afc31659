// Decompresses a text, and returns an answer as if it had been fetched.
const unpack = (text, type) => {
  const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  // A Blob is not used, because WebKit does not let a worker of a page on a disk read one.
  const unpacked = new Response(packed).body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(unpacked, { headers: { "content-type": type } });
};
