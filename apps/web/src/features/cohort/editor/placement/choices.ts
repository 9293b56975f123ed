import { type ConceptSummary, type CriteriaSetView, newCriteriaSet } from '@atrium/contract';
import { inSentence } from '../../criteriaSet/setSentence.ts';
import { nextSet, setsFor } from '../../nextSet.ts';
import { setName } from '../../setName.ts';
import { placementWords } from './words.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Where a new filter of a concept can go. */
export interface PlacementChoices {
  readonly noun: string;
  readonly choices: readonly Choice[];
  /** The choice that holds while none was made, or one that is no longer there. */
  readonly usual: string;
}

/** Nothing to choose for the root, and for a collection that has no set yet: the server makes the first. */
export function placementChoices(
  sets: readonly CriteriaSetView[],
  { collectionId, collectionName }: Pick<ConceptSummary, 'collectionId' | 'collectionName'>,
): PlacementChoices | undefined {
  const usual = nextSet(sets, collectionId)?.entryId;
  if (usual === undefined) return undefined;
  const noun = inSentence(collectionName);
  const existing = setsFor(sets, collectionId).map((set) => ({
    value: set.entryId,
    label: (set.entries.length === 0 ? placementWords.waiting : placementWords.same)(setName(set)),
  }));
  return {
    noun,
    usual,
    choices: [...existing, { value: newCriteriaSet, label: placementWords.another(noun) }],
  };
}

/** The choice that counts: the one made, as long as it is offered. */
export const chosenIn = ({ choices, usual }: PlacementChoices, made: string | undefined): string =>
  choices.some(({ value }) => value === made) && made !== undefined ? made : usual;
