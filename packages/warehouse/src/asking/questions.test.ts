import type { Query } from '@atrium/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Warehouse } from '../releases/warehouse.ts';
import { type TestEngine, type TestWarehouse, testEngines } from '../testing/warehouses.ts';
import { cellsOf } from './answerMemory.ts';

/** No two runs of it have the same answer. */
const drawn = (...values: Query['values']): Query => ({
  text: 'SELECT random() AS number, $1 AS given',
  values,
});

const remembered = 'remembered answers of $engine';
describe.each(testEngines.slice(0, 1))(remembered, testsOf);
describe.each(testEngines.slice(1))(remembered, { tags: 'long' }, testsOf);

function testsOf({ open }: TestEngine): void {
  let opened: TestWarehouse;
  let warehouse: Warehouse;
  beforeEach(async () => {
    opened = await open();
    ({ warehouse } = opened);
  });
  afterEach(() => opened.discard());

  it('are given again for an equal statement', async () => {
    expect(await warehouse.questions.run(drawn('a'))).toEqual(await warehouse.questions.run(drawn('a')));
  });

  it('are not given for other values, nor for a value of another type', async () => {
    const answers = [];
    for (const value of ['a', 'b', '1', 1, true, 'true', null, 'null', ['a'], ['a', 'b'], '["a"]'])
      answers.push((await warehouse.questions.run(drawn(value)))[0]?.['number']);
    expect(new Set(answers).size).toBe(answers.length);
  });

  it('end with the removal of a release', async () => {
    const before = await warehouse.questions.run(drawn('a'));
    await warehouse.releases.remove('release_1');
    expect(await warehouse.questions.run(drawn('a'))).not.toEqual(before);
  });

  it('do not include errors', async () => {
    const broken: Query = { text: 'SELECT nothing FROM (SELECT 1) AS nowhere', values: [] };
    await expect(warehouse.questions.run(broken)).rejects.toThrow('nothing');
    await expect(warehouse.questions.run(broken)).rejects.toThrow('nothing');
  });

  it('are not given to a caller whose signal is aborted', async () => {
    await warehouse.questions.run(drawn('a'));
    const signal = AbortSignal.abort(new Error('gone'));
    await expect(warehouse.questions.run(drawn('a'), { signal })).rejects.toThrow('gone');
  });

  it('do not include long results', async () => {
    const long: Query = {
      text: 'SELECT random() AS number, random() AS other FROM generate_series(1, 20000) AS lines',
      values: [],
    };
    expect(await warehouse.questions.run(long)).not.toEqual(await warehouse.questions.run(long));
  });
}

it('a long text and the items of a list count as several cells, and an empty answer as one', () => {
  expect(cellsOf([])).toBe(1);
  expect(cellsOf([{ text: 'x'.repeat(200), list: [1, 2, 3], number: null }])).toBe(1 + 4 + 3 + 1);
});

it('an answer that is too long to be kept is not counted to its end (rule 8.17)', () => {
  const unread = {
    get list(): readonly string[] {
      throw new Error('It was read.');
    },
  };
  expect(cellsOf([{ list: Array.from({ length: 20_000 }, () => 'a') }, unread])).toBeGreaterThan(20_000);
});
