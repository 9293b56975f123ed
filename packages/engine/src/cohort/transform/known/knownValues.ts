import type { CohortTransformation } from '@atrium/contract';
import { kindOf } from '../../../concepts/kinds.ts';
import type { Concept } from '../../../dictionary/dictionary.ts';
import type { Lookup } from '../../../dictionary/lookup.ts';

/** Values that someone pasted, to be looked for in the data before the edit is judged. */
export interface ValueQuestion {
  readonly concept: Concept;
  readonly values: readonly string[];
}

/** The values of an edit that must be looked up in the data first, or null when there are none. */
export function valuesToLookUp(transformation: CohortTransformation, lookup: Lookup): ValueQuestion | null {
  if (transformation.kind !== 'add_entry') return null;
  const concept = lookup.concept(transformation.conceptId);
  const values = concept === undefined ? [] : (kindOf(concept).pasted?.(transformation) ?? []);
  return concept === undefined || values.length === 0 ? null : { concept, values };
}
