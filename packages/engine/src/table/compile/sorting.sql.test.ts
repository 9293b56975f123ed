import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import { expect, it } from 'vitest';
import { openRelease } from '../../testing/openRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { aggregate, runTable, stack, table } from '../testing/tables.ts';

const open = await openRelease(workedExample);

const rowsOf = async (definition: TableDefinition) => (await runTable(open, definition)).rows;
const column = async (definition: TableDefinition, index = 0) =>
  (await rowsOf(definition)).map((row) => row[index]);
const id = stack('subject_id');

it('nulls stand last ascending and first descending', async () => {
  const weights = [id, stack('weight')];
  expect(await column(table(weights, [{ entryId: 'weight', direction: 1 }]), 1)).toEqual([
    0,
    10,
    12.5,
    20,
    null,
    null,
  ]);
  expect(await column(table(weights, [{ entryId: 'weight', direction: -1 }]), 1)).toEqual([
    null,
    null,
    20,
    12.5,
    10,
    0,
  ]);
});

it('without keys the first column sorts, whatever it is', async () => {
  expect(await column(table([aggregate('value', 'count_all'), id]))).toEqual([0, 0, 0, 1, 2, 2]);
});

it('further keys break ties, and all stacked columns break what is left', async () => {
  const fields = [id, stack('sex'), stack('enrolled')];
  const byEnrolled = table(fields, [
    { entryId: 'enrolled', direction: -1 },
    { entryId: 'sex', direction: 1 },
  ]);
  expect(await column(byEnrolled)).toEqual(['S5', 'S3', 'S1', 'S4', 'S2', 'S6']);
});

it('lists sort as arrays', async () => {
  const fields = [id, aggregate('race', 'list_distinct')];
  expect(await column(table(fields, [{ entryId: 'race_list_distinct', direction: 1 }]))).toEqual([
    'S4',
    'S1',
    'S5',
    'S6',
    'S2',
    'S3',
  ]);
});

it('a value with its count sorts by the count', async () => {
  const counted = aggregate('code', 'most_frequent', { most_frequent_return_value: 'value_and_count' });
  expect(await column(table([id, counted], [{ entryId: 'code_most_frequent', direction: -1 }]))).toEqual([
    'S3',
    'S6',
    'S2',
    'S5',
    'S4',
    'S1',
  ]);
});

it('a key on a broken or unknown column is passed over', async () => {
  const fields = [id, stack('vanished')];
  const keys = [
    { entryId: 'vanished', direction: -1 },
    { entryId: 'nobody', direction: 1 },
    { entryId: 'subject_id', direction: -1 },
  ] as const;
  const run = await runTable(open, table(fields, [...keys]));
  expect(run.rows.map(([first]) => first)).toEqual(['S6', 'S5', 'S4', 'S3', 'S2', 'S1']);
  expect(run.checked.warnings).toEqual(['The concept vanished no longer exists.']);
});

type Key = { readonly entryId: string; readonly direction: 1 | -1 };
const areWhole = async (_: string, keys: readonly Key[]): Promise<void> => {
  const definition = table([stack('sex'), stack('race'), id, aggregate('severity', 'count_all')], [...keys]);
  const whole = await rowsOf(definition);
  const pages = [];
  for (let offset = 0; offset < whole.length; offset += 1) {
    pages.push(...(await runTable(open, definition, { page: { limit: 1, offset } })).rows);
  }
  expect(whole).toHaveLength(8);
  expect(pages).toEqual(whole);
};
const neitherRepeat = 'pages of %s that is not unique neither repeat nor lose a row';
it.each<[string, Key[]]>([['an aggregated key', [{ entryId: 'severity_count_all', direction: 1 }]]])(
  neitherRepeat,
  areWhole,
);
it.each<[string, Key[]]>([['a stacked key', [{ entryId: 'sex', direction: -1 }]]])(
  neitherRepeat,
  { tags: 'long' },
  areWhole,
);

it('cells under broken columns are null and the others keep their index', async () => {
  const { rows } = await runTable(
    open,
    table([stack('vanished'), id, stack('gone'), aggregate('weight', 'sum')]),
  );
  expect(rows[1]).toEqual([null, 'S2', null, 0]);
});
