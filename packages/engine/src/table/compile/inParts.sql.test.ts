import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LinesInPieces, Query } from '../../sql/query.ts';
import { casesOr, isGate } from '../../testing/effort.ts';
import { type OpenRelease, openRelease } from '../../testing/openRelease.ts';
import { checkTable } from '../check/checkTable.ts';
import type { TableRow } from '../present/tableValue.ts';
import { anyRelease, anySets, anyTable, planFor } from '../testing/anyTable.ts';
import { runRows } from '../testing/tables.ts';
import { compileTable } from './compileTable.ts';

/** Compiles random tables over random cohorts of random releases, so many of each. */
const forAnyTable = (
  tables: number,
  look: (open: OpenRelease, everything: ReturnType<typeof compileTable>['everything']) => Promise<void>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      anyRelease,
      fc.array(fc.tuple(anyTable, anySets), { minLength: tables, maxLength: tables }),
      async (plain, questions) => {
        const open = await openRelease(plain);
        for (const [fields, choices] of questions) {
          const { lookup } = open.release;
          const checked = checkTable(fields, { lookup, member: { level: 'phi' } });
          const { everything } = compileTable(checked, planFor(choices, lookup), open.release);
          await look(open, everything);
        }
      },
    ),
    { numRuns: casesOr(6, { inGate: 2 }) },
  );

it('the lines of any table, without repetitions and in the order given with them, are its rows', () =>
  forAnyTable(isGate ? 3 : 4, async (open, everything) => {
    const { lines, repeats, order } = everything.inParts ?? {
      lines: everything,
      repeats: false,
      order: [],
    };
    const keys = order.map(({ cell, way }) => `"${cell}" ${way}`).join(', ');
    const select = repeats ? 'SELECT DISTINCT' : 'SELECT';
    const inOrder = `${select} * FROM (${lines.text}) AS lines ORDER BY ${keys}`;
    const rows = await runRows(open, { ...lines, text: keys === '' ? lines.text : inOrder });
    expect(rows).toEqual(await runRows(open, everything));
  }));

it('the lines of a table that aggregates, gathered piece by piece, are its rows', async () => {
  let pieced = 0;
  await forAnyTable(isGate ? 5 : 8, async (open, everything) => {
    const inPieces = everything.inParts?.inPieces ?? null;
    if (inPieces === null) return;
    pieced += 1;
    const rows = await runRows(open, everything);
    expect(sorted(await rowsOfPieces(open, inPieces))).toEqual(sorted(rows));
  });
  expect(pieced).toBeGreaterThan(0);
});

const sorted = (rows: readonly object[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();

async function rowsOfPieces(open: OpenRelease, { base, keys, lines }: LinesInPieces) {
  const groups = keys.map((key) => `"${key}"`).join(', ');
  const scattered = `SELECT dense_rank() OVER (ORDER BY ${groups}) % 3 AS number, base.* FROM (${base.text}) AS base`;
  const again = async (table: string, query: Query) => {
    await open.run({ text: `DROP TABLE IF EXISTS ${table}`, values: [] });
    await open.run({ ...query, text: `CREATE TABLE ${table} AS ${query.text}` });
  };
  await again('scattered', { ...base, text: scattered });
  const rows: TableRow[] = [];
  for (const number of [0, 1, 2]) {
    await again('piece', { text: `SELECT * FROM scattered WHERE number = ${number}`, values: [] });
    rows.push(...(await runRows(open, lines)));
  }
  return rows;
}
