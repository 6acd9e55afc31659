// Every bundler finds the modules of the element by these imports.
const loadProgram = () => import("./{{program}}").then(({ load }) => load());
const loadLive = () => import("./{{live}}");
