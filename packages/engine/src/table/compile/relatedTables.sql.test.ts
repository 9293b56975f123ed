import type { TableField } from '@atrium/contract/wire/tableDefinition';
import { describe, expect, it } from 'vitest';
import { choice, range, set } from '../../testing/definitions.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { clinic } from '../testing/clinic.ts';
import { aggregate, runTable, stack, table } from '../testing/tables.ts';

const open = await openRelease(clinic);

const rowsOf = async (...fields: readonly TableField[]): Promise<readonly (readonly unknown[])[]> =>
  (await runTable(open, table(fields))).rows;
const age = (days: string) => `${days} days`;

describe('related collections', () => {
  it('pair up, the first column leading: its rows stay, unpaired rows of the other do not', async () => {
    expect(await rowsOf(stack('age'), stack('visit_id'), stack('reading_id'))).toEqual([
      [age('0 years, 0'), null, null],
      [age('1 years, 35'), 'v3', null],
      [age('17 years, 0'), 'v1', 'r1'],
      [age('17 years, 0'), 'v1', 'r2'],
      [age('17 years, 0'), 'v2', 'r3'],
      [null, null, null],
    ]);
    expect(await rowsOf(stack('age'), stack('reading_id'), stack('visit_id'))).toEqual([
      [age('0 years, 0'), null, null],
      [age('1 years, 35'), 'r4', null],
      [age('17 years, 0'), 'r1', 'v1'],
      [age('17 years, 0'), 'r2', 'v1'],
      [age('17 years, 0'), 'r3', 'v2'],
      [age('17 years, 0'), 'r5', null],
      [null, null, null],
    ]);
  });

  it('pair through the collection that both are related to, wherever its column stands', async () => {
    expect(
      (await rowsOf(stack('note_id'), stack('reading_id'), stack('visit_id'))).filter(
        ([note]) => note !== null,
      ),
    ).toEqual([
      ['n1', 'r1', 'v1'],
      ['n1', 'r2', 'v1'],
      ['n1', 'r3', 'v2'],
      ['n2', 'r3', 'v2'],
    ]);
  });

  it('are summarised for the stacked row that they are related to', async () => {
    expect(await rowsOf(stack('visit_id'), aggregate('pulse', 'list_all'))).toEqual([
      ['v1', [60, 70]],
      ['v2', 80],
      ['v3', null],
      [null, null],
    ]);
  });

  it('are summarised once even when several stacked rows lead to them', async () => {
    expect(
      await rowsOf(stack('kind'), aggregate('note_id', 'list_all'), aggregate('topics', 'count_all')),
    ).toEqual([
      ['clinic', 'n1', 2],
      ['ward', ['n1', 'n2'], 3],
      [null, null, 0],
    ]);
    const { rows } = await runTable(open, table([stack('visit_date'), aggregate('note_id', 'list_all')]), {
      level: 'deid',
    });
    expect(rows).toEqual([
      [2020, ['n1', 'n2']],
      [2021, null],
      [null, null],
    ]);
  });

  it('keep their own row filter', async () => {
    const cohort = [
      set('visit', [choice('kind', 'clinic', 'ward')]),
      set('reading', [range('pulse', 70, null)], { count: ['at most', 9] }),
    ];
    const { rows } = await runTable(open, table([stack('visit_id'), stack('pulse')]), { cohort });
    expect(rows).toEqual([
      ['v1', 70],
      ['v2', 80],
      ['v3', null],
    ]);
  });
});

describe('rows that subjects share', () => {
  it('stand under each of their subjects', async () => {
    expect(await rowsOf(stack('person_id'), stack('sample_id'))).toEqual([
      [{ value: 'P 3', link: 'https://example.org/P%203?q=1' }, null],
      [{ value: 'P1', link: 'https://example.org/P1?q=1' }, 's1'],
      [{ value: 'P2', link: 'https://example.org/P2?q=1' }, 's1'],
      [{ value: 'P2', link: 'https://example.org/P2?q=1' }, 's2'],
      [{ value: 'P4', link: 'https://example.org/P4?q=1' }, null],
    ]);
  });

  it('count once in a group of several subjects', async () => {
    expect(await rowsOf(aggregate('volume', 'sum'), aggregate('volume', 'count_all'))).toEqual([[12, 2]]);
    expect(
      await rowsOf(
        stack('sample_id'),
        aggregate('volume', 'list_all'),
        aggregate('person_id', 'count_all'),
        aggregate('pulse', 'count_all'),
      ),
    ).toEqual([
      ['s1', 5, 2, 5],
      ['s2', 7, 1, 1],
      [null, null, 2, 0],
    ]);
  });
});

describe('a member without access to protected information', () => {
  const run = async (...fields: readonly TableField[]) => runTable(open, table(fields), { level: 'deid' });

  it('sees protected dates as years, grouped by year', async () => {
    const { rows, checked } = await run(stack('birth'), aggregate('person_id', 'count_distinct'));
    expect(checked.warnings).toEqual([]);
    expect(rows).toEqual([
      [2001, 2],
      [2003, 1],
      [null, 1],
    ]);
  });

  it('gets years where a method answers with event dates', async () => {
    const kinds = { values: ['clinic'], return_value: 'all_dates' };
    expect((await run(aggregate('kind', 'has_value', kinds))).rows).toEqual([[[2020, 2021]]]);
    const pulses = { values: ['ward'], return_value: 'earliest_date' };
    expect((await run(aggregate('kind', 'has_value', pulses))).rows).toEqual([[2020]]);
  });

  it('has an empty cell under every column of another protected concept', async () => {
    const { rows, checked, records } = await run(stack('secret'), stack('age'), stack('person_id'));
    expect(checked.warnings).toEqual(['You may not use Secret.', 'You may not use Person id.']);
    expect(records).toBe(4);
    expect(rows[0]).toEqual([null, '0 years, 0 days', null]);
  });

  it('gets no rows from a table without a usable column', async () => {
    const { rows, records } = await run(stack('secret'));
    expect({ rows, records }).toEqual({ rows: [], records: 0 });
  });
});
