// The worker's program.
const unpackProgram = () => unpack("{{wasm}}", "application/wasm");
