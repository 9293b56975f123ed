import type { ConceptDetail, CriteriaSetView } from '@atrium/contract';
import { useState } from 'react';
import { chosenIn, placementChoices } from './choices.ts';

/** Which set a new filter joins, and the choice of another; nothing for a filter that has its place. */
export function usePlacement(sets: readonly CriteriaSetView[], concept: ConceptDetail, isPlaced: boolean) {
  const [made, setMade] = useState<string>();
  const possible = isPlaced ? undefined : placementChoices(sets, concept);
  if (possible === undefined) return undefined;
  const { noun, choices } = possible;
  return { noun, choices, value: chosenIn(possible, made), onChange: setMade };
}
