import fc from 'fast-check';
import { expect, it } from 'vitest';
import { casesOr } from '../../testing/effort.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { checkTable } from '../check/checkTable.ts';
import { anyRelease, anySets, anyTable, planFor } from '../testing/anyTable.ts';
import { aggregate, runRows, stack, table } from '../testing/tables.ts';
import { compileTable } from './compileTable.ts';

const page = { limit: 1000, offset: 0 };

it('the page of any table has the rows of the whole, in their order, also where its lists come as JSON', () =>
  fc.assert(
    fc.asyncProperty(anyRelease, anyTable, anySets, async (plain, fields, choices) => {
      const open = await openRelease(plain);
      const { lookup } = open.release;
      const checked = checkTable(fields, { lookup, member: { level: 'phi' } });
      const compiled = compileTable(checked, planFor(choices, lookup), open.release);
      expect(await runRows(open, compiled.page(page))).toEqual(await runRows(open, compiled.everything));
    }),
    { numRuns: casesOr(12, { inGate: 4 }) },
  ));

it('lists of texts of a page come as JSON, and no other cells (rule 8.17)', async () => {
  const open = await openRelease(workedExample);
  const { lookup } = open.release;
  const compiledWith = (field: ReturnType<typeof aggregate>) => {
    const checked = checkTable(table([stack('subject_id'), field]), { lookup, member: { level: 'phi' } });
    return compileTable(checked, planFor([], lookup), open.release);
  };
  const lists = compiledWith(aggregate('race', 'list_distinct'));
  expect(lists.page(page).text).toContain('to_json("c1") AS "c1"');
  expect(await runRows(open, lists.page(page))).toEqual(await runRows(open, lists.everything));
  for (const [concept, method] of [
    ['race', 'count_distinct'],
    ['race', 'has_value'],
    ['weight', 'list_all'],
  ] as const)
    expect(compiledWith(aggregate(concept, method)).page(page).text).not.toContain('to_json');
});
