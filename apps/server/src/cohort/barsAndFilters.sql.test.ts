import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import { type Concept, kindOf } from '@atrium/engine';
import type { Row } from '@atrium/warehouse';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { dates, range, set } from '../../../../packages/engine/src/testing/definitions.ts';
import { casesOr } from '../../../../packages/engine/src/testing/effort.ts';
import { findSubjects } from '../../../../packages/engine/src/testing/findSubjects.ts';
import type {
  PlainRelease,
  PlainRow,
  PlainValue,
} from '../../../../packages/engine/src/testing/plainRelease.ts';
import {
  forRandomQuestions,
  type RandomData,
} from '../../../../packages/engine/src/testing/reference/forRandomQuestions.ts';
import { ask } from '../../../../packages/engine/src/testing/testEngine.ts';
import { everyone } from './cohortKind.ts';
import { queryStatistics } from './queryStatistics.ts';

const orNull = (values: fc.Arbitrary<PlainValue>): fc.Arbitrary<PlainValue> =>
  fc.option(values, { nil: null, freq: 8 });
const words = [
  { text: '<0.5', bound: { min: null, max: 0.5 } },
  { text: '>100', bound: { min: 100, max: null } },
  { text: 'not done', bound: null },
];
const numbers = fc.oneof(
  fc.integer({ min: -400, max: 400 }).map((n) => n / 10),
  fc.integer({ min: -20, max: 20 }),
  fc.double({ min: -1e6, max: 1e6, noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
);
const dayOf = (offset: number): string =>
  new Date(Date.UTC(2015, 0, 1) + offset * 86_400_000).toISOString().slice(0, 10);
const values = {
  decimal: orNull(numbers),
  whole: orNull(fc.integer({ min: -90, max: 900 })),
  large: orNull(fc.integer({ min: 0, max: 300 }).map((n) => 2 ** 53 + 2 * n)),
  age: orNull(fc.integer({ min: 0, max: 40_000 })),
  young: orNull(fc.integer({ min: 0, max: 700 })),
  seen: orNull(fc.integer({ min: 0, max: 4000 }).map(dayOf)),
  worded: orNull(fc.oneof(numbers, fc.constantFrom(...words.map(({ text }) => text)))),
};
/** A root and a collection with the same kinds of values, many of them. */
const releases: fc.Arbitrary<PlainRelease> = fc
  .tuple(
    fc.array(fc.record(values), { minLength: 4, maxLength: 40 }),
    fc.array(fc.tuple(fc.nat(3), fc.record(values)), { minLength: 4, maxLength: 40 }),
  )
  .map(([subjects, visits]) => {
    const concepts = (prefix: string) => [
      { id: `${prefix}decimal`, type: 'number' as const },
      { id: `${prefix}whole`, type: 'number' as const, isInteger: true },
      { id: `${prefix}large`, type: 'number' as const, isInteger: true },
      { id: `${prefix}age`, type: 'age' as const },
      { id: `${prefix}young`, type: 'age' as const },
      { id: `${prefix}seen`, type: 'date' as const },
      { id: `${prefix}worded`, type: 'number_with_categories' as const, words },
    ];
    const named = (prefix: string, row: Readonly<Record<string, PlainValue>>) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [prefix + name, value]));
    return {
      collections: [
        {
          id: 'subject',
          concepts: [{ id: 'id', type: 'text' as const }, ...concepts('r_')],
          rows: subjects.map((row, index) => ({
            subjects: [`S${index}`],
            values: { id: `S${index}`, ...named('r_', row) },
          })),
        },
        {
          id: 'visit',
          concepts: concepts('v_'),
          rows: visits.map(([subject, row]) => ({ subjects: [`S${subject}`], values: named('v_', row) })),
        },
      ],
    };
  });

const rowsOf = z.array(z.custom<Row>());

it('of every concept that has bars, the filter of a bar finds what the bar counts (rule 4.8)', async () => {
  const runs = { datasets: casesOr(6, { inGate: 2 }), questionsEach: 1, releases };
  await forRandomQuestions(fc.constant(null), runs, async (_, data) => {
    const { concepts } = data.open.release.lookup.dictionary;
    const measured = concepts.filter((concept) => kindOf(concept).scale !== null);
    expect(measured).toHaveLength(14);
    for (const concept of measured) await compareBars(concept, data);
  });
});

const filterOf = (concept: Concept, [min, max]: readonly [number | string, number | string]): FilterEntry =>
  typeof min === 'string' ? dates(concept.id, min, String(max)) : range(concept.id, min, Number(max));

/** The rows that have a value within the bounds; words beside numbers have no size. */
function rowsWithin(
  { plain }: RandomData,
  { id, collectionId }: Concept,
  [min, max]: readonly [number | string, number | string],
): readonly PlainRow[] {
  const rows = plain.collections.find((one) => one.id === collectionId)?.rows ?? [];
  return rows.filter(
    ({ values: { [id]: value } }) =>
      value !== null && value !== undefined && typeof value === typeof min && value >= min && value <= max,
  );
}

async function compareBars(concept: Concept, data: RandomData): Promise<void> {
  const { open } = data;
  const { release } = open;
  const found = await queryStatistics(
    {
      ...{ concept, release, binsOver: null, yearsOnly: false, search: '', page: 1, recordsPerPage: 25 },
      ...{
        population: { plan: everyone, prefilter: null },
        flavour: 'paged',
        ontologyClass: undefined,
        existing: false,
      },
    },
    async (question) => rowsOf.parse(await ask(open, question)),
  );
  if (!('histogramData' in found)) throw new Error(concept.id);
  const { histogramBins: bins = [] } = found;
  expect(bins).toHaveLength(found.histogramData.length);
  for (const [index, [label, count]] of found.histogramData.entries()) {
    const bounds = bins[index];
    if (bounds === undefined) throw new Error(label);
    const within = rowsWithin(data, concept, bounds);
    expect([concept.id, label, bounds, count]).toEqual([concept.id, label, bounds, within.length]);
    const subjects = [...new Set(within.flatMap((row) => row.subjects))].sort();
    expect([
      concept.id,
      label,
      await findSubjects(open, [set(concept.collectionId, [filterOf(concept, bounds)])]),
    ]).toEqual([concept.id, label, subjects.join(' ')]);
  }
}
