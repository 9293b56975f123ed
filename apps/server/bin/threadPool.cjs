const { readdirSync, stat } = require('node:fs');
const { getPriority, setPriority } = require('node:os');

const tasks = '/proc/self/task';
const lowerBy = 10;
const lowest = 19;

/**
 * Starts the threads on which Node reads files, hashes passwords and runs statements of the embedded engine, with a lower
 * priority than the thread that answers everybody; threads that the engine starts inherit it (docs/adr/0074-priority-of-statements.md).
 * Call it before anything else needs such a thread. Only Linux has a priority for each thread.
 */
function prepareThreadPool() {
  // Each statement of the embedded engine holds one of these threads, so files and passwords need others (rule 8.17).
  // The number is read when the first thread is needed: a module that is loaded by `import` would come too late.
  process.env.UV_THREADPOOL_SIZE ??= '16';
  if (process.platform !== 'linux') return Promise.resolve();
  const earlier = new Set(list());
  const priority = Math.min(lowest, getPriority() + lowerBy);
  return new Promise((resolve) => {
    stat(__filename, () => {
      for (const task of list()) if (!earlier.has(task)) lower(Number(task), priority);
      resolve();
    });
  });
}

/** Empty where the system does not tell. */
function list() {
  try {
    return readdirSync(tasks);
  } catch {
    return [];
  }
}

/** Where the system forbids it, all threads keep the same priority. */
function lower(task, priority) {
  try {
    setPriority(task, priority);
  } catch {}
}

module.exports = { prepareThreadPool };
