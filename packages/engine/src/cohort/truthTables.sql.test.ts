import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { beforeAll, describe, expect, it } from 'vitest';
import { choice, exclude, set } from '../testing/definitions.ts';
import { findSubjects } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import type { PlainValue } from '../testing/plainRelease.ts';

const visits: Readonly<Record<string, readonly (string | null)[]>> = {
  none: [],
  v: ['v'],
  w: ['w'],
  null: [null],
  v_w: ['v', 'w'],
  v_null: ['v', null],
};

let open: OpenRelease;
beforeAll(async () => {
  const ids = ['none', 'v', 'w', 'null', 'v_w', 'v_null'];
  const many = (id: string): PlainValue =>
    (visits[id] ?? []).filter((value): value is string => value !== null);
  open = await openRelease({
    collections: [
      {
        id: 'subject',
        concepts: [
          { id: 'id', type: 'text' },
          { id: 'one', type: 'category' },
          { id: 'many', type: 'category', isMultiple: true },
        ],
        rows: ids.map((id) => ({
          subjects: [id],
          values: { id, one: visits[id]?.length === 1 ? (visits[id]?.[0] ?? null) : null, many: many(id) },
        })),
      },
      {
        id: 'visit',
        concepts: [{ id: 'state', type: 'category' }],
        rows: ids.flatMap((id) => (visits[id] ?? []).map((state) => ({ subjects: [id], values: { state } }))),
      },
    ],
  });
});

const v = (id: string): FilterEntry => choice(id, 'v');
const vOrNull = (id: string): FilterEntry => choice(id, 'v', null);
const nullOnly = (id: string): FilterEntry => choice(id, null);

describe('a single value on the root (rule 2.5)', () => {
  // `one` is v, w or null; subjects with no visit or several have null.
  const nulls = 'none null v_null v_w';
  it.each([
    ['in {v}', v('one'), 'v'],
    ['in {v} or null', vOrNull('one'), 'none null v v_null v_w'],
    ['exclude {v} keeps nulls', exclude(v('one')), 'none null v_null v_w w'],
    ['exclude {v} and null', exclude(vOrNull('one')), 'w'],
    ['exclude null only is not null', exclude(nullOnly('one')), 'v w'],
    ['null only', nullOnly('one'), nulls],
  ])('%s', async (_, filter, subjects) => {
    expect(await findSubjects(open, [set('subject', [filter])])).toBe(subjects);
  });
});

describe('several values on the root (rules 2.5 and 2.7)', () => {
  it.each([
    ['in {v} is any', v('many'), 'v v_null v_w'],
    ['in {v} or null', vOrNull('many'), 'none null v v_null v_w'],
    ['exclude {v} is none of them', exclude(v('many')), 'none null w'],
    ['exclude {v} and null', exclude(vOrNull('many')), 'w'],
    ['null only is the empty list', nullOnly('many'), 'none null'],
  ])('%s', async (_, filter, subjects) => {
    expect(await findSubjects(open, [set('subject', [filter])])).toBe(subjects);
  });
});

describe('the rows of a sub-collection (rules 2.6 and 2.8)', () => {
  const zero = { count: ['exactly', 0] } as const;
  it.each([
    ['at least 1 of v', set('visit', [v('state')]), 'v v_null v_w'],
    ['at least 1 of exclude v', set('visit', [exclude(v('state'))]), 'null v_null v_w w'],
    ['exactly 0 of v', set('visit', [v('state')], zero), 'none null w'],
    ['at least 1 of null needs a row', set('visit', [nullOnly('state')]), 'null v_null'],
    ['exactly 0 of exclude v', set('visit', [exclude(v('state'))], zero), 'none v'],
  ])('%s', async (_, criteria, subjects) => {
    expect(await findSubjects(open, [criteria])).toBe(subjects);
  });
});
