import type { Scalar, TableDefinition } from '@atrium/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr, isGate } from '../../testing/effort.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import type { PlainRelease } from '../../testing/plainRelease.ts';
import { presentRow } from '../present/presentRow.ts';
import { anyRelease, anySets, anyTable, planFor, type SetChoice } from '../testing/anyTable.ts';
import { compareScalars } from '../testing/slowAggregate.ts';
import { type Row, slowTable } from '../testing/slowTable.ts';
import { runTable } from '../testing/tables.ts';

type Value = Row[number];
const items = (value: Value): readonly Scalar[] => (Array.isArray(value) ? value : []);

/** Ascending, nulls last; lists by their first differing member, then by length. */
function compareCells(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (!Array.isArray(one) || !Array.isArray(other)) return compareScalars(String(one), String(other));
  const [a, b] = [items(one), items(other)];
  const differing = a.findIndex((item, index) => item !== b[index]);
  if (differing === -1) return a.length - b.length;
  return differing >= b.length ? 1 : compareScalars(a[differing] ?? null, b[differing] ?? null);
}

function sorted(
  rows: readonly Row[],
  keys: readonly { fieldIndex: number; direction: 1 | -1 }[],
): readonly Row[] {
  return rows.toSorted((one, other) => {
    for (const { fieldIndex, direction } of keys) {
      const order = compareCells(one[fieldIndex] ?? null, other[fieldIndex] ?? null);
      if (order !== 0) return direction * order;
    }
    return 0;
  });
}

it('any table over any cohort holds the rows that a slow reading of the rules finds, in their order, page by page', async () => {
  const howMany = isGate ? 5 : 8;
  const tables = fc.array(fc.tuple(anyTable, anySets), { minLength: howMany, maxLength: howMany });
  await fc.assert(
    fc.asyncProperty(anyRelease, tables, async (plain, questions) => {
      const open = await openRelease(plain);
      for (const [fields, choices] of questions) await compare(plain, open, fields, choices);
    }),
    { numRuns: casesOr(6, { inGate: 2 }) },
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
  const shown = expected.map((row) =>
    presentRow(checked, Object.fromEntries(row.map((value, index) => [`c${index}`, value]))),
  );
  expect(rows).toEqual(shown.map((row) => row.map(close)));
  expect(records).toBe(expected.length);
  const page = await runTable(open, fields, { plan, page: { limit: 3, offset: 2 } });
  expect(page.rows).toEqual(shown.slice(2, 5).map((row) => row.map(close)));
}

const close = (cell: unknown): unknown =>
  typeof cell === 'number' && !Number.isInteger(cell) ? expect.closeTo(cell, 9) : cell;
