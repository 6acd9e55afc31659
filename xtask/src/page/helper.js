// A thread of the engine: the engine's program, in the engine's memory.
self.onmessage = ({ data: { glue, module, memory } }) => {
  importScripts(glue);
  engine_with_threads.initSync({ module, memory, thread_stack_size: {{stack}} });
  // The thread waits for work in this function, and never returns.
  engine_with_threads.help();
};
