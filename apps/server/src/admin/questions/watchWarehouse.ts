import type { Query } from '@atrium/engine';
import { currentQuestion, type Warehouse } from '@atrium/warehouse';
import { traceOf } from '../../http/index.ts';

/**
 * The same warehouse, which notes the statements of each question that is followed, and how long they took.
 */
export function watchWarehouse(warehouse: Warehouse): Warehouse {
  return {
    ...warehouse,
    run: async (query, options) => {
      const note = begin(query);
      try {
        const rows = await warehouse.run(query, options);
        note?.(rows.length);
        return rows;
      } catch (error) {
        note?.(null);
        throw error;
      }
    },
    stream: (query, options) => noted(query, warehouse.stream(query, options), ({ length }) => length),
    exportFile: (request, options) =>
      noted(request.query, warehouse.exportFile(request, options), ({ rows }) => rows),
  };
}

/** So many statements of a question are kept with text and values. */
export const mostWhole = 40;

type Note = (rows: number | null) => void;

function begin({ text, values }: Query): Note | undefined {
  const trace = traceOf(currentQuestion());
  if (trace === undefined) return undefined;
  const began = performance.now();
  return (rows) => {
    const ms = performance.now() - began;
    // A file may have hundreds of parts, each of them with all values of its cohort.
    const isWhole = trace.statements.length < mostWhole;
    const kept = isWhole ? { text, values } : { text: '', values: [] };
    trace.statements.push({ ...kept, begin: began - trace.began, ms, rows });
  };
}

/** The same parts of a long result, whose rows are noted at its end. */
function noted<Part>(
  query: Query,
  parts: AsyncIterable<Part>,
  rowsOf: (part: Part) => number,
): AsyncIterable<Part> {
  const note = begin(query);
  return note === undefined ? parts : counted(parts, rowsOf, note);
}

async function* counted<Part>(
  parts: AsyncIterable<Part>,
  rowsOf: (part: Part) => number,
  note: Note,
): AsyncGenerator<Part> {
  let rows = 0;
  let isWhole = false;
  try {
    for await (const part of parts) {
      rows += rowsOf(part);
      yield part;
    }
    isWhole = true;
  } finally {
    note(isWhole ? rows : null);
  }
}
