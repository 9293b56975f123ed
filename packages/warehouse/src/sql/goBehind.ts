import { getPriority, setPriority } from 'node:os';

/** This thread gives way to the main thread, as the statements of the embedded engine do (rule 8.17). */
export function goBehind(): void {
  // Only Linux has a priority for each thread; elsewhere this would be that of the whole portal.
  if (process.platform !== 'linux') return;
  try {
    setPriority(Math.min(19, getPriority() + 10));
  } catch {
    // Where a sandbox forbids it, all threads are equal.
  }
}
