import type { AnalysisDefinition } from '@atrium/contract/wire/analysis';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { mayUseConcept, rightsOf } from '../visibility/rights.ts';

const maxValues = 12;

/**
 * For members who see aggregates only a cross-tab of this dataset by two concepts with few values, which shows what
 * their screen is for (rule 6.11); an empty one for others, and where no concept suits. Its entry ids never change.
 */
export function exampleAnalysis({ lookup, member }: MemberContext): AnalysisDefinition {
  if (rightsOf(member).seesSubjects) return { rows: [], cols: [] };
  const [row, col] = lookup.dictionary.concepts.filter(
    (concept) => concept.collectionId === lookup.root.id && suits(concept) && mayUseConcept(concept, member),
  );
  const entry = (concept: Concept | undefined) =>
    concept === undefined ? [] : [{ entryId: `example_${concept.id}`, conceptId: concept.id }];
  return { rows: entry(row), cols: entry(col) };
}

/** Has few values, of which a subject has one. */
function suits({ type, uses, isMultiple, declaredValues: { length } }: Concept): boolean {
  const isSmall = type === 'boolean' || (type === 'category' && length > 1 && length <= maxValues);
  return isSmall && !isMultiple && uses.includes('analysis');
}
