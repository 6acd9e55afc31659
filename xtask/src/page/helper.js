// A thread of the engine: the engine's program, in the engine's memory.
self.onmessage = ({ data: { glue, module, memory } }) => {
  importScripts(glue);
  engine_with_threads.initSync({ module, memory, thread_stack_size: {{stack}} });
  // It waits for work in there, and never returns.
  engine_with_threads.help();
};
