import { conceptTypes } from '@atrium/contract/documents/dataPackage';
import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import type { Scalar } from '@atrium/contract/wire/tableView';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr, isGate } from '../../testing/effort.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import type { PlainRelease } from '../../testing/plainRelease.ts';
import { compareScalars } from '../aggregations/pairs.ts';
import { presentRow } from '../present/presentRow.ts';
import { scalarsIn, type TableRow, type TableValue } from '../present/tableValue.ts';
import { anyRelease, anySets, anyTable, eachMethod, planFor, type SetChoice } from '../testing/anyTable.ts';
import { slowTable } from '../testing/slowTable.ts';
import { runTable, stack, table } from '../testing/tables.ts';
import { cellKey, tallyKey } from './names.ts';

/** Ascending, nulls last; lists by their first differing member, then by length. */
function compareCells(one: TableValue, other: TableValue): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (!Array.isArray(one) || !Array.isArray(other)) return compareScalars(scalar(one), scalar(other));
  const [a, b] = [scalarsIn(one), scalarsIn(other)];
  const differing = a.findIndex((item, index) => item !== b[index]);
  if (differing === -1) return a.length - b.length;
  return differing >= b.length ? 1 : compareScalars(a[differing] ?? null, b[differing] ?? null);
}

const scalar = (value: TableValue): Scalar => scalarsIn(value)[0] ?? null;

interface Key {
  readonly fieldIndex: number;
  readonly direction: 1 | -1;
}

/** A most frequent value that shows its count sorts by the count first. */
const sorted = (rows: readonly TableRow[], keys: readonly Key[]): readonly TableRow[] =>
  rows.toSorted((one, other) => {
    for (const { fieldIndex, direction } of keys) {
      for (const key of [tallyKey(fieldIndex), cellKey(fieldIndex)]) {
        const order = compareCells(one[key] ?? null, other[key] ?? null);
        if (order !== 0) return direction * order;
      }
    }
    return 0;
  });

it('any table over any cohort holds the rows that a slow reading of the rules finds, in their order, page by page', async () => {
  const howMany = isGate ? 5 : 8;
  const tables = fc.array(fc.tuple(anyTable, anySets), { minLength: howMany, maxLength: howMany });
  await fc.assert(
    fc.asyncProperty(anyRelease, tables, async (plain, questions) => {
      const open = await openRelease(plain);
      for (const [fields, choices] of questions) await compare(plain, open, fields, choices);
    }),
    { numRuns: casesOr(6, { inGate: 1 }) },
  );
});

async function compare(
  ...[plain, open, fields, choices]: [PlainRelease, OpenRelease, TableDefinition, readonly SetChoice[]]
): Promise<void> {
  const plan = planFor(choices, open.release.lookup);
  const { checked, rows, records } = await runTable(open, fields, { plan });
  const stackedIndexes = fields.fields.flatMap(({ aggregate: is }, fieldIndex) => (is ? [] : [fieldIndex]));
  const chosen = fields.sort.map(({ entryId, direction }) => ({
    fieldIndex: Number(entryId.slice(1)),
    direction,
  }));
  const leading = chosen.length === 0 ? [{ fieldIndex: 0, direction: 1 } as const] : chosen;
  const keys = [...leading, ...stackedIndexes.map((fieldIndex) => ({ fieldIndex, direction: 1 }) as const)];
  const expected = sorted(slowTable(plain, checked, plan), keys);
  const shown = expected.map((row) => presentRow(checked, row));
  expect(rows).toEqual(shown.map((row) => row.map(close)));
  expect(records).toBe(expected.length);
  const page = await runTable(open, fields, { plan, page: { limit: 3, offset: 2 } });
  expect(page.rows).toEqual(shown.slice(2, 5).map((row) => row.map(close)));
}

const close = (cell: unknown): unknown =>
  typeof cell === 'number' && !Number.isInteger(cell) ? expect.closeTo(cell, 9) : cell;

/** One release in which each collection has rows enough that a wrong method shows. */
const fullRelease = anyRelease.filter(({ collections }) => collections.every(({ rows }) => rows.length > 3));

it('each method on each type of concept holds what its row says of it, in groups of several subjects', async () => {
  const runs = casesOr(3, { inGate: 1 });
  const columnsEach = 30;
  for (const [plain, ...fields] of fc.sample(fc.tuple(fullRelease, ...eachMethod, ...eachMethod), runs)) {
    const open = await openRelease(plain);
    const plan = planFor([], open.release.lookup);
    for (let start = 0; start < fields.length; start += columnsEach) {
      const columns = fields.slice(start, start + columnsEach);
      // Groups of several subjects, and small ones, whose values may all be undated.
      const by = start % (2 * columnsEach) === 0 ? 'root_letter' : 'person_id';
      const entries = columns.map((field, index) => ({ ...field, entryId: `e${index + 1}` }));
      const { checked, rows } = await runTable(open, table([stack(by, 'e0'), ...entries]), {
        plan,
      });
      const expected = sorted(slowTable(plain, checked, plan), [{ fieldIndex: 0, direction: 1 }]);
      const shown = expected.map((row) => presentRow(checked, row).map(close));
      for (const [index, { aggregationMethod, conceptId, aggregationSettings }] of columns.entries()) {
        const what = [aggregationMethod, conceptId, aggregationSettings];
        expect([...what, rows.map((row) => row[index + 1])]).toEqual([
          ...what,
          shown.map((row) => row[index + 1]),
        ]);
      }
    }
  }
});

it('the random release has a concept of every type, so that each is tried', () => {
  const [release] = fc.sample(anyRelease, { numRuns: 1, seed: 1 });
  const types = release?.collections.flatMap(({ concepts }) => concepts.map(({ type }) => type));
  expect([...new Set(types)].toSorted()).toEqual(conceptTypes.toSorted());
});
