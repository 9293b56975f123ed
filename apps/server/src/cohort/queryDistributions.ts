import type { CohortDistributions } from '@atrium/contract/endpoints/cohortInsight';
import {
  type Bin,
  type CohortPlan,
  type Concept,
  compileTermLabels,
  type DescribedConcept,
  kindOf,
  mayUseConcept,
  type Population,
  shownValue,
  showsYearsOnly,
  toQuery,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { cutBins, observedIn } from './bins.ts';
import { everyone, type OpenCohort, openCohort, requirePlan } from './cohortKind.ts';
import { countLine } from './countCohort.ts';
import { countEach } from './queryEffects.ts';

/** Of more values, those with the most subjects are listed. */
const maxBars = 20;

/** Who asks about which cohort. */
export interface Asking {
  readonly deps: Pick<DefinitionDeps, 'questions'>;
  readonly member: Member;
  readonly cohort: OpenCohort;
  readonly signal: AbortSignal;
}

/** Counts the subjects of the active cohort, and everyone, by the values or bins of each concept (rule 4.18). */
export async function queryDistributions(deps: DefinitionDeps, member: Member, signal: AbortSignal) {
  const cohort = await openCohort(deps, member);
  const plan = requirePlan(cohort, deps);
  const asking = { deps, member, cohort, signal };
  const described = await describedConcepts(asking);
  const [count = 0, all = 0] = await countEach(deps, cohort, { plans: [plan, everyone], signal });
  const own = await countBars(asking, described, plan);
  const ofAll = await countBars(asking, described, everyone);
  const concepts: CohortDistributions['concepts'] = [];
  for (const [index, one] of described.entries()) {
    const bars = await presentConcept(one, asking, { own: own[index], all: ofAll[index] });
    const missing = {
      subjects: await countMissing(one.concept, plan, asking),
      everyone: await countMissing(one.concept, everyone, asking),
    };
    concepts.push({ conceptId: one.concept.id, title: one.concept.title, ...bars, missing });
  }
  const found: CohortDistributions = {
    snapshotId: cohort.snapshot.snapshotId,
    count,
    everyone: all,
    concepts,
  };
  return disclosed(found, [countLine({ cohort, detail: { count, distributions: concepts.length } })]);
}

/** What has values that may be counted: no free texts and ids, and nothing that means something only beside another one. */
const isDescribed = (concept: Concept, member: Member): boolean =>
  mayUseConcept(concept, member) &&
  !kindOf(concept).isFreeText &&
  concept.link === null &&
  concept.prefilter?.mode !== 'required';

async function describedConcepts(asking: Asking): Promise<readonly DescribedConcept[]> {
  const { member, cohort } = asking;
  const concepts = cohort.release.lookup.dictionary.concepts.filter((one) => isDescribed(one, member));
  const described: DescribedConcept[] = [];
  // One after the other: an account may not have hundreds of questions wait (rule 8.17).
  for (const concept of concepts) {
    const { scale, hasWords } = kindOf(concept);
    const bins = scale === null ? null : (await binsOfEveryone(concept, asking)).bins;
    if (bins === null || bins.length > 0 || hasWords) described.push({ concept, bins });
  }
  return described;
}

/** The bins of everyone's values of a concept with a scale, and the greatest value. */
export async function binsOfEveryone(
  concept: Concept,
  { deps, member, cohort: { release }, signal }: Asking,
  prefilter: Population['prefilter'] = null,
): Promise<{ readonly bins: readonly Bin[]; readonly max: unknown }> {
  const population = { plan: everyone, prefilter };
  const [range] = await deps.questions.ask({ kind: 'rangeSummary', concept, population }, release, {
    signal,
  });
  const observed = observedIn(range);
  const { topCodesAges } = release.visibility;
  const bins = cutBins(concept, observed, { yearsOnly: showsYearsOnly(concept, member), topCodesAges });
  return { bins, max: observed.max };
}

type Bars = ReadonlyMap<string, number>;

/** The subjects by bar, of each of the concepts. */
async function countBars(
  { deps, cohort, signal }: Asking,
  concepts: readonly DescribedConcept[],
  plan: CohortPlan,
): Promise<readonly Bars[]> {
  const bars = concepts.map(() => new Map<string, number>());
  if (concepts.length === 0) return bars;
  const question = { kind: 'distributions', plan, concepts } as const;
  for (const row of await deps.questions.ask(question, cohort.release, { signal }))
    bars[Number(row['concept'])]?.set(String(row['bar']), Number(row['subjects']));
  return bars;
}

async function presentConcept(
  { concept, bins }: DescribedConcept,
  asking: Asking,
  { own = new Map(), all = new Map() }: { readonly own?: Bars | undefined; readonly all?: Bars | undefined },
): Promise<Pick<CohortDistributions['concepts'][number], 'kind' | 'bars' | 'moreValues'>> {
  const bar = (key: string, label: string) => ({
    label,
    subjects: own.get(key) ?? 0,
    everyone: all.get(key) ?? 0,
  });
  if (bins !== null) {
    const words = concept.words.map(({ text }, index) => ({
      ...bar(`-${index + 1}`, text),
      isWord: true as const,
    }));
    const binned = bins.map(({ label }, index) => bar(String(index), label));
    return { kind: 'bins', bars: [...binned, ...words], moreValues: 0 };
  }
  const listed = [...all].toSorted(([a, more], [b, less]) => less - more || (a < b ? -1 : 1));
  const keys = listed.slice(0, maxBars).map(([key]) => key);
  const labels = await labelsOf(concept, keys, asking);
  return {
    kind: 'values',
    bars: keys.map((key) => bar(key, labels.get(key) ?? shownValue(concept, key))),
    moreValues: listed.length - keys.length,
  };
}

/** The subjects without any value (rule 4.5). */
async function countMissing(
  concept: Concept,
  plan: CohortPlan,
  { deps, cohort, signal }: Asking,
): Promise<number> {
  const question = { kind: 'missing', concept, population: { plan, prefilter: null } } as const;
  const [row] = await deps.questions.ask(question, cohort.release, { signal });
  return Number(row?.['subjects'] ?? 0);
}

/** The labels of terms; other values are their own. */
async function labelsOf(
  concept: Concept,
  codes: readonly string[],
  { deps, cohort, signal }: Asking,
): Promise<ReadonlyMap<string, string>> {
  if (!kindOf(concept).isCoded || codes.length === 0) return new Map();
  const query = toQuery(compileTermLabels(concept, codes, cohort.release));
  const rows = await deps.questions.run(query, { signal });
  return new Map(rows.map((row) => [String(row['code']), String(row['label'])]));
}
