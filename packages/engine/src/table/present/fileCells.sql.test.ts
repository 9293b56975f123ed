import { expect, it } from 'vitest';
import { planOf } from '../../testing/findSubjects.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { checkTable } from '../check/checkTable.ts';
import { compileTable } from '../compile/compileTable.ts';
import { columnHeadings, describeTable } from '../describe/describeTable.ts';
import { clinic } from '../testing/clinic.ts';
import { aggregate, runRows, stack, table } from '../testing/tables.ts';
import { exportColumns } from './exportColumns.ts';
import { csvCells, fileValues } from './fileCells.ts';

const open = await openRelease(clinic);

it('a line holds raw days, lists joined by "; ", True and False, and nothing for null or broken columns', async () => {
  const { lookup } = open.release;
  const checked = checkTable(
    table([
      stack('person_id'),
      stack('vanished'),
      stack('age'),
      aggregate('topics', 'list_all', { list_all_include_nulls: 'yes' }),
      aggregate('kind', 'has_value', { values: ['ward'] }, { alias: '=ward' }),
      aggregate('kind', 'has_value', { values: ['ward'], return_value: 'all_dates' }, { entryId: 'when' }),
      aggregate('volume', 'list_all', { list_all_include_nulls: 'yes' }),
      aggregate('age', 'average'),
    ]),
    { lookup, member: { level: 'phi' } },
  );
  const rows = await runRows(open, compileTable(checked, planOf(open, []), open.release).everything);
  const valuesOf = fileValues(exportColumns(checked, { lookup, cohort: [] }).map(({ file }) => file));
  expect(rows.map((row) => csvCells(valuesOf(row)))).toEqual([
    ['P 3', '0', '', 'False', '', '', '0'],
    ['P1', '6209', "'=cmd; plan; plan", 'True', '2020-02-01', '5', '6209'],
    ['P2', '400', '', 'False', '', '5; 7', '400'],
    ['P4', '', '', 'False', '', '', ''],
  ]);
  expect(columnHeadings(describeTable(checked, { lookup, cohort: [] }))).toEqual([
    'Person id',
    'Age',
    'Topics (all values)',
    "'=ward",
    'Kind (dates of ward)',
    'Volume (all values)',
    'Age (average)',
  ]);
});
