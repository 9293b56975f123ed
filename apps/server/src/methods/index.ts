export { queryMethods } from './methods.ts';
export { methodsMarkdown } from './methodsMarkdown.ts';
export { programsOf } from './programs.ts';
export { type Crate, methodsCrate } from './roCrate.ts';
