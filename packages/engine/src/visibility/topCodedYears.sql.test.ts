import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { describe, expect, it } from 'vitest';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import { planCohort } from '../cohort/plan/planCohort.ts';
import { redactCohort } from '../cohort/redactCohort.ts';
import { aggregate, runTable, stack, table } from '../table/testing/tables.ts';
import { anyDate, dates, day, daysAgo, near, set } from '../testing/definitions.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import type { PlainRelease } from '../testing/plainRelease.ts';
import { ask } from '../testing/testEngine.ts';
import { permit } from './permit.ts';

const born = (id: string, on: string | null) => ({ subjects: [id], values: { id, born: on } });
const visit = (subject: string, on: string) => ({ subjects: [subject], values: { on } });
const topCodedYear = 1936;

const plain: PlainRelease = {
  collections: [
    {
      id: 'subject',
      concepts: [
        { id: 'id', type: 'text' },
        { id: 'born', type: 'date', hasPhi: true, topCodedYear },
      ],
      rows: [
        born('A', '1936-12-31'),
        born('B', '1901-05-01'),
        born('C', '1937-01-01'),
        born('D', null),
        born('E', '1910-02-03'),
      ],
    },
    {
      id: 'visit',
      event: { start: 'on' },
      concepts: [{ id: 'on', type: 'date', hasPhi: true, topCodedYear }],
      rows: [
        visit('B', '1920-01-01'),
        visit('B', '1933-07-01'),
        visit('B', '1990-05-05'),
        visit('C', '1990-01-01'),
      ],
    },
  ],
};

const open = await openRelease(plain);

const seenAs = (level: AccessLevel): OpenRelease => ({
  ...open,
  release: { ...open.release, ...permit(open.release.lookup, { level, groups: null }) },
});

async function find(level: AccessLevel, definition: CohortDefinition): Promise<number> {
  const seen = seenAs(level);
  const checked = checkCohort(definition, { lookup: seen.release.lookup, member: { level } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  const plan = planCohort(checked, { today: day('2026-06-01') });
  const [row] = await ask(seen, { kind: 'count', plan });
  return Number(row?.['count']);
}

const bornBetween = (min: string | null, max: string | null) => [set('subject', [dates('born', min, max)])];

describe('years that may tell an age of 90 years or more (rule 1.21)', () => {
  it.each([
    ['phi', '1936-01-01', null, 2],
    ['deid', '1936-01-01', null, 4],
    ['deid', '1937-01-01', null, 1],
    ['phi', null, '1936-12-31', 3],
    ['deid', null, '1936-12-31', 3],
    ['phi', null, '1905-12-31', 1],
  ] as const)('to %s: born from %s to %s are %s', async (level, min, max, count) => {
    expect(await find(level, bornBetween(min, max))).toBe(count);
  });

  it.each([
    ['1935-01-01', null],
    [null, '1935-12-31'],
    ['1900-01-01', '1950-12-31'],
  ])('a bound before them, from %s to %s, is refused (rule 1.22)', async (min, max) => {
    await expect(find('deid', bornBetween(min, max))).rejects.toThrow(
      '1936 and the years before it are one group',
    );
  });

  it('a bound of a date rule before them is refused', async () => {
    const rule = { kind: 'date_range', dateMax: day('1930-12-31') } as const;
    await expect(find('deid', [set('visit', [], { event: rule })])).rejects.toThrow('are one group');
    expect(await find('phi', [set('visit', [], { event: rule })])).toBe(1);
  });

  it('a stored bound before them is shown as theirs', () => {
    const { lookup } = seenAs('deid').release;
    const shown = redactCohort(bornBetween('1900-01-01', '1905-12-31'), {
      lookup,
      member: { level: 'deid' },
    });
    expect(shown[0]?.entries).toMatchObject([{ min: '1936-01-01', max: '1936-12-31' }]);
  });

  it('a window up to today that reaches before them takes them in whole', async () => {
    expect(await find('deid', [set('subject', [daysAgo('born', 365 * 100)])])).toBe(4);
  });

  it('are one year in tables, where the next column sorts them, and nobody without a date has it', async () => {
    const columns = table(
      [stack('born'), stack('id'), aggregate('on', 'list_distinct')],
      [{ entryId: 'born', direction: 1 }],
    );
    const { rows } = await runTable(seenAs('deid'), columns, { level: 'deid' });
    expect(rows.map(([on, id]) => [on, id])).toEqual([
      ['1936 or earlier', 'A'],
      ['1936 or earlier', 'B'],
      ['1936 or earlier', 'E'],
      [1937, 'C'],
      [null, 'D'],
    ]);
    expect(rows[1]?.[2]).toEqual(['1936 or earlier', 1990]);
  });

  it('are the same calendar year where two events are set against each other', async () => {
    const apart = (years: number) => [
      set('visit', [], { id: 'v', event: near('t', years * 365, years * 365) }),
      set('visit', [], { id: 't', event: anyDate }),
    ];
    const found = await Promise.all([13, 54, 57, 70].map((years) => find('deid', apart(years))));
    expect(found).toEqual([0, 1, 0, 0]);
  });
});
