import { createHash } from 'node:crypto';
import type { Query } from '@atrium/engine';
import { LRUCache } from 'lru-cache';
import type { Row, Warehouse } from './warehouse.ts';

/** About 40 MB of numbers and short texts. */
const mostCells = 500_000;
const mostCellsOfOne = 20_000;

/**
 * The same warehouse, which answers a question it was asked before from memory. A release never changes and a
 * statement names its release, the day and what its asker may see, so equal statements have equal answers; what is
 * hidden from the asker is hidden afterwards. Streams and long results are not kept (rule 10.6).
 */
export function rememberAnswers(warehouse: Warehouse): Warehouse {
  const answers = new LRUCache<string, readonly Row[]>({
    maxSize: mostCells,
    maxEntrySize: mostCellsOfOne,
    sizeCalculation: cellsOf,
  });
  return {
    dialect: warehouse.dialect,
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
    build: (request) => warehouse.build(request),
    remove: async (release) => {
      await warehouse.remove(release);
      answers.clear();
    },
    list: () => warehouse.list(),
    cleanUp: async (dead) => {
      const removed = await warehouse.cleanUp(dead);
      answers.clear();
      return removed;
    },
    close: async () => {
      answers.clear();
      await warehouse.close();
    },
  };
}

const keyOf = ({ text, values }: Query): string =>
  createHash('sha256').update(text).update('\0').update(JSON.stringify(values)).digest('base64');

/** Long texts count as the cells that they displace; an empty answer takes room, too. */
function cellsOf(rows: readonly Row[]): number {
  const long = (value: unknown): number => (typeof value === 'string' ? Math.ceil(value.length / 64) : 1);
  return rows.reduce(
    (sum, row) =>
      Object.values(row).reduce<number>(
        (cells, value) => cells + (Array.isArray(value) ? value.length : long(value)),
        sum,
      ),
    1,
  );
}
