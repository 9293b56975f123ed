import type { Query } from '@atrium/engine';
import { currentQuestion } from './question.ts';

/** So many statements of a question are traced with text and values. */
export const maxWholeStatements = 40;

const withoutText = (): Query => ({ text: '', values: [] });

type Note = (rows: number | null) => void;

function begin(statement: () => Query): Note | undefined {
  const question = currentQuestion();
  const trace = question?.trace ?? null;
  if (question === undefined || trace === null) return undefined;
  const began = performance.now();
  return (rows) => {
    const ms = performance.now() - began;
    // A file may have hundreds of parts, each of them with all values of its cohort.
    const isWhole = trace.statements.length < maxWholeStatements;
    const written = isWhole ? statement : withoutText;
    trace.statements.push({ written, begin: began - question.begin, ms, rows });
  };
}

/** Traces a statement with all of its rows. */
export async function tracedRows<Rows extends { readonly length: number }>(
  statement: () => Query,
  run: () => Promise<Rows>,
): Promise<Rows> {
  const note = begin(statement);
  try {
    const rows = await run();
    note?.(rows.length);
    return rows;
  } catch (error) {
    note?.(null);
    throw error;
  }
}

/** Traces a long result; its rows are noted at its end. */
export function tracedParts<Part>(
  statement: () => Query,
  parts: AsyncIterable<Part>,
  rowsOf: (part: Part) => number,
): AsyncIterable<Part> {
  const note = begin(statement);
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
