import type { Sqon } from '../../cohort/travel/sqon.ts';
import type { Leaf } from '../../cohort/travel/sqonFilter.ts';
import type { PlainRelease } from '../plainRelease.ts';
import { conceptOf, rootOf, rowsOfSubject, type Scalar, subjectIds, valuesOf } from './referenceRows.ts';

type Row = Parameters<typeof valuesOf>[0];

/** The subjects whom a SQON finds, read as Arranger documents it, without an index. */
export const sqonSubjects = (release: PlainRelease, sqon: Sqon): readonly string[] =>
  subjectIds(release).filter((_, index) => {
    const root = rootOf(release).rows[index];
    return root !== undefined && meets(sqon, { release, root, record: null });
  });

interface Reading {
  readonly release: PlainRelease;
  readonly root: Row;
  /** The nested document that a pivot holds. */
  readonly record: Row | null;
}

function meets(sqon: Sqon, reading: Reading): boolean {
  switch (sqon.op) {
    case 'and': {
      const { pivot } = sqon;
      if (pivot !== undefined && reading.record === null)
        return recordsIn(pivot, reading).some((record) => meets(sqon, { ...reading, record }));
      return sqon.content.every((part) => meets(part, reading));
    }
    case 'or':
      return sqon.content.some((part) => meets(part, reading));
    case 'not':
      return !sqon.content.some((part) => meets(part, reading));
    default: {
      const { fieldName } = sqon.content;
      const [collectionId, conceptId] = fieldName.split('.');
      if (conceptId === undefined)
        return rowMeets(sqon, { row: reading.root, conceptId: fieldName, ...reading });
      const own = reading.record === null ? recordsIn(collectionId ?? '', reading) : [reading.record];
      return own.some((row) => rowMeets(sqon, { row, conceptId, ...reading }));
    }
  }
}

const recordsIn = (collectionId: string, { release, root }: Reading): readonly Row[] =>
  rowsOfSubject(release, collectionId, root.subjects[0] ?? '').map(({ row }) => row);

interface Compared {
  readonly row: Row;
  readonly conceptId: string;
  readonly release: PlainRelease;
}

function rowMeets(leaf: Leaf, { row, conceptId, release }: Compared): boolean {
  conceptOf(release, conceptId);
  const values = valuesOf(row, conceptId);
  if (leaf.op === 'in' || leaf.op === 'not-in') {
    const wanted = leaf.content.value;
    const isIn = wanted.includes('__missing__')
      ? values.length === 0
      : values.some((value) => wanted.includes(typeof value === 'boolean' ? String(value) : value));
    return leaf.op === 'in' ? isIn : !isIn;
  }
  return values.some((value) => compares(leaf, value));
}

function compares(leaf: Leaf, value: Scalar): boolean {
  if (leaf.op === 'in' || leaf.op === 'not-in') throw new Error('A list is no bound.');
  if (leaf.op === 'between') return value >= leaf.content.value[0] && value <= leaf.content.value[1];
  const bound = leaf.content.value;
  if (leaf.op === 'gt') return value > bound;
  if (leaf.op === 'gte') return value >= bound;
  return leaf.op === 'lt' ? value < bound : value <= bound;
}
