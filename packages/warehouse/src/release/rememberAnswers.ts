import { createHash } from 'node:crypto';
import type { Query } from '@atrium/engine';
import { LRUCache } from 'lru-cache';
import type { Row } from '../sql/row.ts';
import type { Warehouse } from './warehouse.ts';

/** About 40 MB of numbers and short texts. */
const mostCells = 500_000;
const mostCellsOfOne = 20_000;

/**
 * The same warehouse with a memory: a statement that ran before is answered without the database. Equal statements
 * have equal answers, since a release never changes and a statement names its release, the day and the visibility of
 * the member. Small numbers are hidden after this. Streams and long results are not kept (rule 10.6).
 */
export function rememberAnswers(warehouse: Warehouse): Warehouse {
  const answers = new LRUCache<string, readonly Row[]>({
    maxSize: mostCells,
    maxEntrySize: mostCellsOfOne,
    sizeCalculation: cellsOf,
  });
  return {
    dialect: warehouse.dialect,
    questionsOfOne: warehouse.questionsOfOne,
    open: (release) => warehouse.open(release),
    run: async (query, options) => {
      options?.signal?.throwIfAborted();
      const key = keyOf(query);
      const known = answers.get(key);
      if (known !== undefined) return known;
      const found = await warehouse.run(query, options);
      answers.set(key, found);
      return found;
    },
    stream: (query, options) => warehouse.stream(query, options),
    exportFile: (request, options) => warehouse.exportFile(request, options),
    build: (request) => warehouse.build(request),
    share: (request) => warehouse.share(request),
    remove: async (release) => {
      await warehouse.remove(release);
      answers.clear();
    },
    load: () => warehouse.load(),
    list: () => warehouse.list(),
    sizes: () => warehouse.sizes(),
    hold: () => warehouse.hold(),
    save: (request) => warehouse.save(request),
    restore: (request, parts) => warehouse.restore(request, parts),
    cleanUp: async (dead) => {
      const removed = await warehouse.cleanUp(dead);
      answers.clear();
      return removed;
    },
    checkReady: () => warehouse.checkReady(),
    close: async () => {
      answers.clear();
      await warehouse.close();
    },
  };
}

/** A question may be compiled once and asked often, and may hold thousands of values. */
const keys = new WeakMap<Query, string>();

function keyOf(query: Query): string {
  const known = keys.get(query);
  if (known !== undefined) return known;
  const { text, values } = query;
  const key = createHash('sha256').update(text).update('\0').update(JSON.stringify(values)).digest('base64');
  keys.set(query, key);
  return key;
}

const cellsOfValue = (value: unknown): number => {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'string' ? Math.ceil(value.length / 64) : 1;
};

/** A long text counts as several cells; an empty answer counts as one. What is too long to be kept is not counted to its end. */
export function cellsOf(rows: readonly Row[]): number {
  let cells = 1;
  for (const row of rows) {
    for (const value of Object.values(row)) cells += cellsOfValue(value);
    if (cells > mostCellsOfOne) break;
  }
  return cells;
}
