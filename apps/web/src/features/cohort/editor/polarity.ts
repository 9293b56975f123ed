import type { Polarity } from '@atrium/contract/wire/cohortTransformation';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { ConceptDetail } from '@atrium/contract/wire/concept';
import { useState } from 'react';
import { filterViews } from '../findFilter.ts';
import type { Placement } from './placement.ts';

/** Which records a new filter is about: those that are present, those that are absent, or both. */
export type PolarityChoice = Polarity | 'either';

/** The choice that is made now, and how to make another. */
export interface PolarityChoosing {
  /** The concept that says which records are present. */
  readonly conceptName: string;
  readonly value: PolarityChoice;
  readonly onChange: (value: PolarityChoice) => void;
}

/**
 * The presence that a new filter asks for unless a person chooses (rule 3.25): present, in a set that it begins. A set
 * that has filters already keeps its meaning. Undefined where there is nothing to choose, or the set has a filter on it
 * already.
 */
export function usualPolarity(
  sets: readonly CriteriaSetView[],
  { polarityConcept }: Pick<ConceptDetail, 'polarityConcept'>,
  criteriaSet: string | undefined,
): PolarityChoice | undefined {
  if (polarityConcept === undefined) return undefined;
  const filters = filterViews({ criteriaSets: sets.filter(({ entryId }) => entryId === criteriaSet) });
  if (filters.some(({ conceptId }) => conceptId === polarityConcept.conceptId)) return undefined;
  return filters.length === 0 ? 'present' : 'either';
}

/** The choice of a new filter; nothing for one that is in a set already. */
export function usePolarity(
  sets: readonly CriteriaSetView[],
  concept: ConceptDetail,
  { placement, isPlaced }: { readonly placement: Placement | undefined; readonly isPlaced: boolean },
): PolarityChoosing | undefined {
  const [made, setMade] = useState<PolarityChoice>();
  const usual = isPlaced ? undefined : usualPolarity(sets, concept, placement?.value);
  if (usual === undefined || concept.polarityConcept === undefined) return undefined;
  return { conceptName: concept.polarityConcept.name, value: made ?? usual, onChange: setMade };
}

/** The field of an edit or a request; none where both kinds of records are meant. */
export const chosenPolarity = (choosing: PolarityChoosing | undefined): Polarity | undefined =>
  choosing === undefined || choosing.value === 'either' ? undefined : choosing.value;
