import type { CirceConceptSet, CirceExpression } from '@atrium/contract/documents/circe';
import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../../dictionary/lookup.ts';

/** Collects the definition that an expression comes to, and what of it has no counterpart. */
export interface Reader {
  readonly lookup: Lookup;
  readonly conceptSets: ReadonlyMap<number, CirceConceptSet>;
  readonly unsaid: string[];
  /** What does not change who is in the cohort. */
  readonly leftOut: string[];
  /** Terms that are meant without those below them, with what names them. */
  readonly exactTerms: Map<string, string>;
  readonly newId: () => string;
  /** A set that must be met. */
  readonly add: (set: CriteriaSet) => void;
  /** Sets of which one must be met. */
  readonly addAny: (sets: readonly CriteriaSet[]) => void;
  /** A filter on the person. */
  readonly addToPerson: (filter: FilterEntry) => void;
  readonly definition: () => CohortDefinition;
}

export function circeReader({ ConceptSets: given }: CirceExpression, lookup: Lookup): Reader {
  const sets: CriteriaSet[] = [];
  const person: FilterEntry[] = [];
  let made = 0;
  const newId = (): string => `c${++made}`;
  const addAny = (some: readonly CriteriaSet[]): void => {
    const orGroupId = newId();
    sets.push(...(some.length < 2 ? some : some.map((set) => ({ ...set, orGroupId }))));
  };
  return {
    lookup,
    conceptSets: new Map((given ?? []).map((one) => [one.id, one])),
    unsaid: [],
    leftOut: [],
    exactTerms: new Map(),
    newId,
    add: (set) => void sets.push(set),
    addAny,
    addToPerson: (filter) => void person.push(filter),
    definition: () =>
      person.length === 0
        ? sets
        : [
            { kind: 'criteria_set', entryId: newId(), collectionId: lookup.root.id, entries: person },
            ...sets,
          ],
  };
}
