import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { always, type RowCondition } from '../../concepts/rowCondition.ts';
import type { Concept } from '../../dictionary/dictionary.ts';
import { rowRef, sourceOf } from '../../rows/rows.ts';
import { toQuery } from '../../sql/query.ts';
import { day } from '../../testing/definitions.ts';
import { openRelease } from '../../testing/openRelease.ts';
import { workedExample } from '../../testing/workedExample.ts';
import { planPrefilter } from '../plan/planFilter.ts';
import { compileRowCondition } from './compileRowCondition.ts';

const open = await openRelease(workedExample);

const concept = (id: string): Concept => {
  const found = open.release.lookup.concept(id);
  if (found === undefined) throw new Error(id);
  return found;
};

/** How many rows of a collection the condition is true, false and null for. */
async function verdicts(collectionId: string, condition: RowCondition) {
  const collection = open.release.lookup.collection(collectionId);
  if (collection === undefined) throw new Error(collectionId);
  const row = rowRef(collection, 'r');
  const met = compileRowCondition(condition, row, open.release);
  const [counts] = await open.run(
    toQuery(sql`SELECT count(*) FILTER (WHERE met) AS yes, count(*) FILTER (WHERE NOT met) AS no,
      count(*) FILTER (WHERE met IS NULL) AS neither
      FROM (SELECT ${met} AS met FROM ${sourceOf(row, open.release)}) AS judged`),
  );
  return [counts?.['yes'], counts?.['no'], counts?.['neither']];
}

const cases: readonly (readonly [string, string, () => RowCondition, readonly [number, number, number]])[] = [
  ['always', 'subject', () => always, [6, 0, 0]],
  ['any of nothing', 'subject', () => ({ kind: 'or', conditions: [] }), [0, 6, 0]],
  ['isNull', 'subject', () => ({ kind: 'isNull', concept: concept('race') }), [1, 5, 0]],
  ['oneOf', 'subject', () => ({ kind: 'oneOf', concept: concept('sex'), values: ['F'] }), [2, 4, 0]],
  ['oneOf nothing', 'subject', () => ({ kind: 'oneOf', concept: concept('sex'), values: [] }), [0, 6, 0]],
  [
    'isBoolean',
    'subject',
    () => ({ kind: 'isBoolean', concept: concept('enrolled'), value: false }),
    [2, 4, 0],
  ],
  ['matches', 'subject', () => ({ kind: 'matches', concept: concept('sex'), pattern: 'F|M' }), [4, 2, 0]],
  ['between', 'subject', () => ({ kind: 'between', concept: concept('weight'), min: 0, max: 10 }), [2, 4, 0]],
  [
    'betweenDays',
    'diagnosis',
    () => ({ kind: 'betweenDays', concept: concept('diagnosis_date'), min: day('2021-01-01'), max: null }),
    [3, 4, 0],
  ],
  [
    'withinTerms',
    'diagnosis',
    () => ({ kind: 'withinTerms', concept: concept('code'), codes: ['CHD'] }),
    [5, 2, 0],
  ],
  ['unknownTerm', 'diagnosis', () => ({ kind: 'unknownTerm', concept: concept('code') }), [1, 6, 0]],
  [
    'happened',
    'stay',
    () => ({ kind: 'happened', edge: 'end', min: day('2021-01-01'), max: null }),
    [2, 2, 0],
  ],
  ['a prefilter value that is no number', 'lab', () => planPrefilter(concept('value'), 'HGB'), [0, 6, 0]],
  ['a prefilter value of a number', 'lab', () => planPrefilter(concept('value'), '12'), [2, 4, 0]],
  ['a prefilter value of a date', 'lab', () => planPrefilter(concept('lab_date'), '2020-01-12'), [2, 4, 0]],
];

describe('a condition is true or false of a row, never null', () => {
  it.each(cases)('%s', async (_, collectionId, condition, expected) => {
    expect(await verdicts(collectionId, condition())).toEqual(expected);
    const [yes, no, neither] = expected;
    expect(await verdicts(collectionId, { kind: 'not', condition: condition() })).toEqual([no, yes, neither]);
  });

  it('relative', async () => {
    const stay = open.release.lookup.collection('stay');
    if (stay === undefined) throw new Error('stay');
    const condition: RowCondition = {
      kind: 'relative',
      reference: 'start',
      unit: 'days',
      target: { collection: stay, condition: always },
      from: { edge: 'start', distance: 0 },
      to: { edge: 'end', distance: 0 },
    };
    expect(await verdicts('diagnosis', condition)).toEqual([2, 5, 0]);
    expect(await verdicts('diagnosis', { kind: 'not', condition })).toEqual([5, 2, 0]);
  });
});
