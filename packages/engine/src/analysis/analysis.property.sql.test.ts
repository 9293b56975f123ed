import type { AxisLabel } from '@atrium/contract/wire/analysis';
import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { always } from '../concepts/rowCondition.ts';
import { toQuery } from '../sql/query.ts';
import { compileRangeSummary } from '../statistics/rangeStatistics.ts';
import { askLines } from '../testing/crossTabLines.ts';
import { day } from '../testing/definitions.ts';
import { casesOr, isGate } from '../testing/effort.ts';
import { planOf } from '../testing/findSubjects.ts';
import type { OpenRelease } from '../testing/openRelease.ts';
import { forRandomQuestions, type RandomData } from '../testing/reference/forRandomQuestions.ts';
import { cohortFor, describedConcepts } from '../testing/reference/randomQuestion.ts';
import { dayAt } from '../testing/reference/randomRelease.ts';
import { referenceCrossTab } from '../testing/reference/referenceCrossTab.ts';
import { needsRange, planBuckets } from './buckets.ts';
import type { AxisConcept } from './checkAnalysis.ts';
import type { AxisPlan } from './compileAnalysis.ts';
import { pivot } from './pivot.ts';

const today = day(dayAt(25));
const everyone = { plan: { subject: always, sets: [] }, prefilter: null };

interface RandomCrossTab {
  readonly rows: readonly string[];
  readonly cols: readonly string[];
  readonly yearsOnly: readonly string[];
  readonly levels: Readonly<Record<string, number>>;
  readonly definition: CohortDefinition;
}

/** One to four concepts, each once, on either axis. */
const randomCrossTab: fc.Arbitrary<RandomCrossTab> = fc
  .shuffledSubarray([...describedConcepts], { minLength: 1, maxLength: 4 })
  .chain((concepts) =>
    fc.record({
      concepts: fc.constant(concepts),
      onRows: fc.nat({ max: concepts.length }),
      yearsOnly: fc.subarray(['r_date', 'r_born']),
      levels: fc.dictionary(fc.constantFrom('r_onto', 'p_onto', 'm_onto'), fc.integer({ min: 1, max: 4 })),
      definition: cohortFor(concepts[0] ?? ''),
    }),
  )
  .map(({ concepts, onRows, ...rest }) => ({
    rows: concepts.slice(0, onRows),
    cols: concepts.slice(onRows),
    ...rest,
  }));

/** For each concept, the cross-tab of it alone over everyone. */
const eachAxis = [
  ...describedConcepts.map((id) => ({ id, levels: {} })),
  ...['r_onto', 'm_onto'].map((id) => ({ id, levels: { [id]: 2 } })),
].map(({ id, levels }) =>
  fc.constant<RandomCrossTab>({ rows: [id], cols: [], yearsOnly: [], levels, definition: [] }),
);
const runs = { datasets: casesOr(2), questionsEach: isGate ? 8 : 20, each: eachAxis };
const crossTabs = runs.datasets * runs.questionsEach;

it(`${crossTabs} random cross-tabs are those of a plain reading`, async () => {
  await forRandomQuestions(randomCrossTab, runs, compare);
});

async function compare(crossTab: RandomCrossTab, { plain, open, visibility }: RandomData): Promise<void> {
  const axes = {
    rows: await axisOf(crossTab.rows, crossTab, open),
    cols: await axisOf(crossTab.cols, crossTab, open),
  };
  const plan = planOf(open, crossTab.definition, today);
  const { index, columns, data, totals } = pivot(await askLines(open, axes, plan), axes);
  const { definition, ...asked } = crossTab;
  const minimal = JSON.stringify({ ...asked, cohort: z.encode(cohortDefinitionWire, definition) });
  const found = { index: index.map(asList), columns: columns.map(asList), data, totals };
  const { totals: counted, ...shape } = referenceCrossTab({
    ...crossTab,
    release: plain,
    today,
    topCodesAges: visibility.topCodesAges,
  });
  expect(found, minimal).toEqual({ ...shape, totals: data.length === 0 ? undefined : counted });
}

const asList = (labels: AxisLabel | readonly AxisLabel[]): readonly AxisLabel[] =>
  typeof labels === 'object' ? labels : [labels];

/** The axis as the server plans it: classes follow from everyone's values. */
async function axisOf(
  conceptIds: readonly string[],
  { yearsOnly, levels }: RandomCrossTab,
  open: OpenRelease,
): Promise<readonly AxisPlan[]> {
  const concepts = conceptIds.flatMap((id): AxisConcept[] => {
    const concept = open.release.lookup.concept(id);
    return concept === undefined
      ? []
      : [
          {
            entryId: id,
            concept,
            yearsOnly: yearsOnly.includes(id),
            ...(levels[id] === undefined ? {} : { level: levels[id] }),
            topCodesAges: open.release.visibility.topCodesAges && concept.type === 'age',
          },
        ];
  });
  return await Promise.all(
    concepts.map(async (axis) => {
      const [range] = needsRange(axis.concept)
        ? await open.run(toQuery(compileRangeSummary(axis.concept, everyone, open.release)))
        : [];
      const bound = (value: unknown) =>
        typeof value === 'number' || typeof value === 'string' ? value : null;
      const found = { min: bound(range?.['min']), max: bound(range?.['max']) };
      return { ...axis, bucketing: planBuckets(axis.concept, found, axis) };
    }),
  );
}
