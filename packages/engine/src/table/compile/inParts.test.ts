import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openRelease } from '../../testing/openRelease.ts';
import { checkTable } from '../check/checkTable.ts';
import { anyRelease, anySets, anyTable, planFor } from '../testing/anyTable.ts';
import { runRows } from '../testing/tables.ts';
import { compileTable } from './compileTable.ts';

test('the lines of any table, without repetitions and in the order said beside them, are its rows', async () => {
  const asked = fc.array(fc.tuple(anyTable, anySets), { minLength: 4, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(anyRelease, asked, async (plain, questions) => {
      const open = await openRelease(plain);
      for (const [fields, choices] of questions) {
        const { lookup } = open.release;
        const checked = checkTable(fields, { lookup, member: { level: 'phi' } });
        const { everything } = compileTable(checked, planFor(choices, lookup), open.release);
        const { lines, order } = everything.inParts ?? { lines: everything, order: [] };
        const keys = order.map(({ cell, way }) => `"${cell}" ${way}`).join(', ');
        const sorted = `SELECT DISTINCT * FROM (${lines.text}) AS lines ORDER BY ${keys}`;
        const rows = await runRows(open, { ...lines, text: keys === '' ? lines.text : sorted });
        expect(rows).toEqual(await runRows(open, everything));
      }
    }),
    { numRuns: 10 },
  );
}, 120_000);
