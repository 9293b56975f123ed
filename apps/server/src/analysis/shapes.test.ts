import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onWorkedExample } from '../testing/onPortal.ts';

const it = onWorkedExample;
let ada: TestPerson;
it.beforeEach(({ ada: member }) => {
  ada = member;
});

const sexes = ['F', 'M', 'U', '[not set]'];

it('no concept at all is no cross-tab', async () => {
  expect(await crossTab([], [])).toBeNull();
});

it('one in rows has a column of its own, and one in columns a row', async () => {
  const data = [[2], [2], [1], [1]];
  expect(await crossTab(['sex'], [])).toEqual({
    index: sexes,
    columns: ['subject count'],
    data,
    totals: { rows: data.flat(), columns: [6], all: 6 },
  });
  await ada.post('worked/analysis_def/', { transformation: { type: 'swap_rows_and_cols' } });
  expect((await ada.get('worked/analysis_tools/run_analysis/')).json().dataset).toEqual({
    index: ['subject count'],
    columns: sexes,
    data: [data.flat()],
    totals: { rows: [6], columns: data.flat(), all: 6 },
  });
});

it('one on each axis has plain labels, two have a list for each row or column', async () => {
  const one = await crossTab(['sex'], ['enrolled']);
  expect(one.index).toEqual(sexes);
  expect(one.columns).toHaveLength(3);
  expect(one.data.map((row: readonly number[]) => row.length)).toEqual([3, 3, 3, 3]);
  const two = await crossTab(['race'], ['severity']);
  expect(two.index.every((label: unknown) => Array.isArray(label) && label.length === 2)).toBe(true);
  expect(two.columns.every((label: unknown) => Array.isArray(label) && label.length === 2)).toBe(true);
  expect(two.data).toHaveLength(two.index.length);
  expect(new Set(two.data.map((row: readonly number[]) => row.length))).toEqual(
    new Set([two.columns.length]),
  );
});

it('undo of the very first edit leads back to no concept at all', async () => {
  await crossTab(['sex'], []);
  const first = (await ada.get('worked/analysis_def/')).json();
  await ada.post(`worked/analysis_def/${first.previous_snapshot_id}/activate/`);
  expect((await ada.get('worked/analysis_tools/run_analysis/')).json().dataset).toBeNull();
});

async function crossTab(rows: readonly string[], cols: readonly string[]) {
  const axes = [
    ['rows', rows],
    ['cols', cols],
  ] as const;
  for (const [role, concepts] of axes)
    for (const concept_id of concepts) {
      const transformation = { type: 'add_entry', concept_id, role };
      const reply = await ada.post('worked/analysis_def/', { transformation });
      expect(reply.json()).toMatchObject({ transformation_successful: true });
    }
  return (await ada.get('worked/analysis_tools/run_analysis/')).json().dataset;
}
