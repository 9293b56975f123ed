import { inSentence } from '@atrium/contract/calendar/numerals';
import { newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { useState } from 'react';
import { placementWords } from '../cohortWords.ts';
import { nextSet, setsFor } from '../nextSet.ts';
import { setName } from '../setName.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Where a new filter of a concept can go. */
interface PlacementChoices {
  /** One record of the concept's collection. */
  readonly noun: string;
  readonly choices: readonly Choice[];
  /** The choice while none was made, or while the chosen one no longer exists. */
  readonly usual: string;
}

interface PlacedConcept extends Pick<ConceptSummary, 'collectionId' | 'collectionName'> {
  /** Whether its records are the subjects. */
  readonly isOfRoot: boolean;
}

/**
 * Nothing to choose for a collection that has no set yet, and for the root without a set about a relative: the server
 * makes the first.
 */
export function placementChoices(
  sets: readonly CriteriaSetView[],
  { collectionId, collectionName, isOfRoot }: PlacedConcept,
): PlacementChoices | undefined {
  if (setsFor(sets, collectionId).length === 0) return undefined;
  const usual = nextSet(sets, collectionId)?.entryId ?? newCriteriaSet;
  const noun = inSentence(collectionName);
  const existing = setsFor(sets, collectionId).map((set) => ({
    value: set.entryId,
    label: (set.entries.length === 0 ? placementWords.waiting : placementWords.same)(setName(set)),
  }));
  return {
    noun,
    usual,
    choices: [
      ...existing,
      { value: newCriteriaSet, label: isOfRoot ? placementWords.own(noun) : placementWords.another(noun) },
    ],
  };
}

/** The choice that was made, as long as it is offered. */
export const chosenIn = ({ choices, usual }: PlacementChoices, made: string | undefined): string =>
  choices.some(({ value }) => value === made) && made !== undefined ? made : usual;

/** The criteria set that a new filter joins, and the choice of another; nothing for a filter that is in a set already. */
export function usePlacement(
  sets: readonly CriteriaSetView[],
  concept: PlacedConcept,
  isPlaced: boolean,
): Placement | undefined {
  const [made, setMade] = useState<string>();
  const possible = isPlaced ? undefined : placementChoices(sets, concept);
  if (possible === undefined) return undefined;
  const { noun, choices } = possible;
  return { noun, choices, value: chosenIn(possible, made), onChange: setMade };
}

/** The choice that is made now, and how to make another. */
export interface Placement extends Pick<PlacementChoices, 'noun' | 'choices'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}
