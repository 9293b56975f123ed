import { timeUnits } from '@atrium/contract/calendar/moments';
import { kindOf } from '../concepts/kinds.ts';
import type { Collection, Concept, Dictionary } from '../dictionary/dictionary.ts';
import { createLookup, type Lookup } from '../dictionary/lookup.ts';
import { type Permitted, permit, restrictionFor, type Standing, visibilityFor } from './permit.ts';
import { restrictLookup } from './restrictLookup.ts';
import { type Rights, rightsOf } from './rights.ts';
import type { ClosedSubjects } from './visibility.ts';

/** Ids of concepts and collections. */
export interface Parts {
  readonly concepts: ReadonlySet<string>;
  readonly collections: ReadonlySet<string>;
}

export interface EarlierRelease {
  /** The whole dictionary of the earlier release. */
  readonly kept: Lookup;
  /** The live release, with its whole dictionary. */
  readonly live: { readonly release: string; readonly lookup: Lookup };
  /** Both are releases of the same data, so that rows have the same numbers. */
  readonly shareData: boolean;
  /** What a steward says is only no longer delivered. */
  readonly notDelivered: Parts;
}

/** An earlier release as a member may see it. */
export interface PermittedEarlier extends Permitted {
  /** Concepts that they could use if the live release did not close them or lack them. */
  readonly closedConcepts: readonly Concept[];
  /** Those of them that the live release lacks, and that wait for a steward or are withdrawn. */
  readonly lackingConcepts: readonly Concept[];
}

/**
 * What a member sees of an earlier release: what is open to them on it and on the live one (rule 7.13). Where the two
 * differ in how exactly a concept may be seen, the stricter holds. What the live release lacks is closed until a steward
 * says that it is only no longer delivered.
 */
export function permitEarlier(earlier: EarlierRelease, standing: Standing): PermittedEarlier {
  const { kept, live, notDelivered } = earlier;
  const onLive = permit(live.lookup, standing);
  const strict = createLookup(strictest(earlier, rightsOf(standing)));
  const own = restrictionFor(strict, standing);
  const { seesHighAges } = rightsOf(standing);
  const isOpenOnLive = ({ id, type }: Concept): boolean => {
    const whole = live.lookup.concept(id);
    if (whole === undefined) return notDelivered.concepts.has(id);
    const hidesAges = !seesHighAges && kindOf(whole).isTopCoded && !kindOf({ type }).isTopCoded;
    return onLive.lookup.concept(id) !== undefined && !hidesAges;
  };
  const lookup = restrictLookup(strict, {
    mayUse: (concept) => own.mayUse(concept) && isOpenOnLive(concept),
    mayStartSet: (id) =>
      own.mayStartSet(id) && (live.lookup.collection(id) === undefined || onLive.lookup.mayStartSet(id)),
  });
  const onKept = permit(kept, standing).lookup;
  const closedConcepts = onKept.dictionary.concepts.filter(({ id }) => lookup.concept(id) === undefined);
  return {
    lookup,
    visibility: visibilityFor(strict, standing, closedSubjects(earlier, onLive)),
    closedConcepts,
    lackingConcepts: closedConcepts.filter(({ id }) => live.lookup.concept(id) === undefined),
  };
}

function closedSubjects({ kept, live, shareData }: EarlierRelease, onLive: Permitted): ClosedSubjects {
  const side = { release: live.release, ...onLive };
  if (shareData) return { kind: 'unseenOn', live: side, matchedBy: 'subject' };
  const isKnown =
    kept.root.id === live.lookup.root.id &&
    kept.subjectId !== undefined &&
    kept.subjectId.id === live.lookup.subjectId?.id;
  return isKnown ? { kind: 'unseenOn', live: side, matchedBy: 'id' } : { kind: 'all' };
}

/** The dictionary of the earlier release, as strict as the live one, without collections that are closed there. */
function strictest(
  { kept, live, notDelivered }: EarlierRelease,
  { seesSubjects }: Pick<Rights, 'seesSubjects'>,
): Dictionary {
  const isOpen = (id: string): boolean =>
    id === kept.root.id || live.lookup.collection(id) !== undefined || notDelivered.collections.has(id);
  const concepts = kept.dictionary.concepts.filter(({ collectionId }) => isOpen(collectionId));
  const ids = new Set(concepts.map(({ id }) => id));
  return {
    ...kept.dictionary,
    collections: kept.dictionary.collections
      .filter(({ id }) => isOpen(id))
      .map((collection) => withOpenRelations(collection, isOpen)),
    concepts: concepts.map((concept) => {
      const strict = stricter(concept, live.lookup.concept(concept.id));
      // Figures with small numbers hidden would be subtracted from those of a class that has grown (rule 1.23).
      return seesSubjects ? strict : { ...strict, topCodedYear: concept.topCodedYear };
    }),
    defaultColumns: kept.dictionary.defaultColumns.filter((id) => ids.has(id)),
  };
}

const withOpenRelations = (collection: Collection, isOpen: (id: string) => boolean): Collection => ({
  ...collection,
  relations: collection.relations.filter(({ collectionId }) => isOpen(collectionId)),
});

function stricter(concept: Concept, live: Concept | undefined): Concept {
  if (live === undefined) return concept;
  return {
    ...concept,
    hasPhi: concept.hasPhi || live.hasPhi,
    isAggregatable: concept.isAggregatable && live.isAggregatable,
    uses: concept.uses.filter((use) => live.uses.includes(use)),
    time: coarser(concept.time, live.time),
    topCodedYear: concept.topCodedYear && Math.max(concept.topCodedYear, live.topCodedYear ?? 0),
  };
}

type Time = Concept['time'];

const coarser = (one: Time, other: Time): Time =>
  one === null || other === null ? null : (timeUnits.find((unit) => unit === one || unit === other) ?? null);

/** The collections and concepts of an earlier release that another lacks, in the order of its dictionary. */
export function lackingParts(kept: Dictionary, live: Lookup) {
  return {
    collections: kept.collections.filter(({ id }) => live.collection(id) === undefined),
    concepts: kept.concepts.filter(({ id }) => live.concept(id) === undefined),
  };
}
