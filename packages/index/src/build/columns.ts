import { storage, toQuery } from '@atrium/engine';
import type { Coded } from '../layout/indexWriter.ts';
import type { Building, OfCollection } from './building.ts';
import {
  type Coding,
  compileDictionary,
  compileLines,
  edgeCoding,
  noDay,
  subjectCoding,
} from './codeStatements.ts';
import { type CodeArray, codesAsGiven, codesOfNumbers, type LineCodes } from './rowCodes.ts';

/** Codes of one column by row or by line, as they are being read. */
export interface Column {
  /** What its lines are read with. */
  readonly coding: Coding;
  readonly add: LineCodes['add'];
  finish(): { readonly codes: CodeArray; readonly values: Coded['values'] };
}

/** A column of so many lines, whose values are added. */
export async function openColumn(
  coding: Coding,
  length: number,
  { source, release }: Building,
): Promise<Column> {
  if (coding.kind === 'text') {
    const texts: string[] = [];
    await source.texts(toQuery(compileDictionary(coding, release)), (some) => void texts.push(...some));
    const { add, codes } = codesAsGiven(length, texts.length);
    return { coding: { ...coding, texts }, add, finish: () => ({ codes, values: { kind: 'texts', texts } }) };
  }
  if (coding.kind === 'boolean') {
    const { add, codes } = codesAsGiven(length, 2);
    return { coding, add, finish: () => ({ codes, values: { kind: 'booleans' } }) };
  }
  const numbers = codesOfNumbers(length, coding.kind === 'day' ? noDay : Number.NaN);
  return {
    coding,
    add: numbers.add,
    finish: () => {
      const { codes, values } = numbers.finish();
      const isDay = coding.kind === 'day';
      return {
        codes,
        values: isDay
          ? { kind: 'days', days: Int32Array.from(values) }
          : { kind: 'numbers', numbers: values },
      };
    },
  };
}

/** Reads columns of a collection in one pass over its rows. */
export async function readColumns(
  columns: readonly Pick<Column, 'coding' | 'add'>[],
  { source, release, collection }: OfCollection,
): Promise<void> {
  if (columns.length === 0) return;
  const codings = columns.map(({ coding }) => coding);
  const statement = compileLines(storage.collection(collection), codings, release);
  await source.columns(toQuery(statement), ([rows = [], ...read], lines) => {
    for (const [index, { add }] of columns.entries()) add(rows, read[index] ?? [], lines);
  });
}

/** The subject of each row, unless subjects share rows, and when it starts and ends. */
export function openEdges({ collection, release, subjects, lastRow }: OfCollection) {
  const open = (edge: 'start' | 'end') => {
    const coding = edgeCoding(collection, edge, release);
    return { coding, ...codesOfNumbers(lastRow + 1, coding.kind === 'day' ? noDay : Number.NaN) };
  };
  return {
    subject: collection.sharedRows
      ? null
      : { coding: subjectCoding(collection), ...codesAsGiven(lastRow + 1, subjects) },
    start: collection.event === null ? null : open('start'),
    end: collection.event?.isInterval === true ? open('end') : null,
  };
}
