import type { CohortDistributions } from '@atrium/contract/endpoints/cohortInsight';

type Concept = CohortDistributions['concepts'][number];
type Compared = Concept['missing'];
type Population = Pick<CohortDistributions, 'count' | 'everyone'>;

/** In which way a concept differs most: in the share of a value, in who has none, or in its average. */
export type Difference =
  | { readonly kind: 'share'; readonly label: string; readonly here: number; readonly everyone: number }
  | { readonly kind: 'missing'; readonly here: number; readonly everyone: number }
  | { readonly kind: 'average'; readonly isHigher: boolean };

export interface SpecialConcept {
  readonly concept: Concept;
  /** The standardised difference, at least 0. */
  readonly distance: number;
  readonly difference: Difference;
}

/** All concepts, the one first in which the cohort is farthest from everyone (rule 4.19). */
export const specialConcepts = ({
  concepts,
  ...population
}: CohortDistributions): readonly SpecialConcept[] =>
  concepts
    .map((concept) => ({ concept, ...farthest(concept, population) }))
    .sort(
      (one, other) => other.distance - one.distance || (one.concept.title < other.concept.title ? -1 : 1),
    );

type Judged = Omit<SpecialConcept, 'concept'>;

/** A distance that cannot be told because nothing varies is infinite; such a concept is the first. */
function farthest(concept: Concept, population: Population): Judged {
  const ordered = concept.bars.filter(({ isWord }) => concept.kind === 'bins' && isWord !== true);
  const values = concept.bars.filter((bar) => !ordered.includes(bar));
  const judged: readonly Judged[] = [
    ofMissing(concept.missing, population),
    ...(ordered.length === 0 ? [] : [ofAverage(ordered)]),
    ...values.map((bar) => ofShare(bar, population)),
  ];
  return judged.reduce((most, one) => (one.distance > most.distance ? one : most));
}

function shares({ subjects, everyone: all }: Compared, { count, everyone }: Population) {
  const share = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
  return { here: share(subjects, count), everyone: share(all, everyone) };
}

const varianceOf = (share: number): number => share * (1 - share);

const distanceOf = (difference: number, variances: readonly [number, number]): number => {
  const spread = Math.sqrt((variances[0] + variances[1]) / 2);
  return difference === 0 ? 0 : Math.abs(difference) / spread;
};

function ofMissing(compared: Compared, population: Population): Judged {
  const { here, everyone } = shares(compared, population);
  return {
    distance: distanceOf(here - everyone, [varianceOf(here), varianceOf(everyone)]),
    difference: { kind: 'missing', here, everyone },
  };
}

function ofShare(bar: Compared & { readonly label: string }, population: Population): Judged {
  const { here, everyone } = shares(bar, population);
  return {
    distance: distanceOf(here - everyone, [varianceOf(here), varianceOf(everyone)]),
    difference: { kind: 'share', label: bar.label, here, everyone },
  };
}

/** Averages are those of the bins, counted from the left, so that no value need be shown. */
function ofAverage(bins: readonly Compared[]): Judged {
  const [here, all] = [
    momentsOf(bins.map(({ subjects }) => subjects)),
    momentsOf(bins.map(({ everyone }) => everyone)),
  ];
  const difference = here === null || all === null ? 0 : here.mean - all.mean;
  return {
    distance: distanceOf(difference, [here?.variance ?? 0, all?.variance ?? 0]),
    difference: { kind: 'average', isHigher: difference > 0 },
  };
}

/** Null where nobody is in a bin. */
function momentsOf(weights: readonly number[]) {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return null;
  const average = (of: (index: number) => number) =>
    weights.reduce((sum, weight, index) => sum + (weight / total) * of(index), 0);
  const mean = average((index) => index);
  return { mean, variance: average((index) => (index - mean) ** 2) };
}
