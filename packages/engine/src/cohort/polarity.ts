import type { FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Polarity } from '@atrium/contract/wire/cohortTransformation';
import { planChoice } from '../concepts/choice.ts';
import { kindOf } from '../concepts/kinds.ts';
import type { RowCondition } from '../concepts/rowCondition.ts';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Collection, Concept, DeclaredPolarity } from '../dictionary/dictionary.ts';
import { mayUseConcept } from '../visibility/rights.ts';

/** Which records of a collection are present, as a member may ask for it. */
export interface CollectionPolarity {
  readonly concept: Concept;
  readonly absent: DeclaredPolarity['absent'];
}

/** The polarity of a collection; null where it declares none or the member may not use its concept (rule 1.18). */
export function polarityOf(
  collection: Collection | undefined,
  { lookup, member }: MemberContext,
): CollectionPolarity | null {
  if (collection?.polarity === undefined) return null;
  const { conceptId, absent } = collection.polarity;
  const concept = lookup.concept(conceptId);
  return concept !== undefined && mayUseConcept(concept, member) ? { concept, absent } : null;
}

const truths = [true, false, null];

/** The filter that asks for the present or the absent records. Where nothing can be excluded, the other values are chosen. */
export function polarityFilter(
  { concept, absent }: CollectionPolarity,
  wanted: Polarity,
  entryId: string,
): Extract<FilterEntry, { kind: 'choice' }> {
  const isComplement = wanted === 'present' && !kindOf(concept).mayExclude;
  return {
    kind: 'choice',
    entryId,
    conceptId: concept.id,
    prefilterValue: null,
    categories: isComplement ? truths.filter((value) => !absent.includes(value)) : [...absent],
    excludeSelected: wanted === 'present' && !isComplement,
  };
}

/** The polarity that a filter asks for; null where it is neither of the two. */
export function polarityOfFilter(filter: FilterEntry, polarity: CollectionPolarity): Polarity | null {
  if (filter.kind !== 'choice' || filter.conceptId !== polarity.concept.id) return null;
  if (filter.prefilterValue !== null) return null;
  const says = (wanted: Polarity): boolean => {
    const { categories, excludeSelected } = polarityFilter(polarity, wanted, '');
    return (
      excludeSelected === filter.excludeSelected &&
      categories.length === filter.categories.length &&
      categories.every((value) => filter.categories.includes(value))
    );
  };
  if (says('present')) return 'present';
  return says('absent') ? 'absent' : null;
}

/** The same as a condition on records. */
export function planPolarity({ concept, absent }: CollectionPolarity, wanted: Polarity): RowCondition {
  const isAbsent: RowCondition = { kind: 'or', conditions: planChoice(absent, concept) };
  return wanted === 'absent' ? isAbsent : { kind: 'not', condition: isAbsent };
}
