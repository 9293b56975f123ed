/**
 * The kernel of `src/kernel/kernel.ts` for WebAssembly, with instructions for 16 bytes at a time. All addresses are
 * bytes of the imported memory. What each function does stands there; `plainKernel.ts` says it again in plain
 * TypeScript, and property tests compare the two.
 */

export * from './sets';
export * from './ranges';
export * from './listed';
export * from './posted';
export * from './rows';
export * from './pairs';
export * from './lines';
export * from './tally';
