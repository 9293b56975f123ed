import { register } from 'tsx/esm/api';

/** Loads a thread of the index from its sources. Plain JavaScript: a thread does not inherit how sources are loaded. */
register();
await import('../run/indexThread.ts');
