import type { Concept, Dictionary } from '../dictionary/dictionary.ts';
import { createLookup, type Lookup } from '../dictionary/lookup.ts';
import { type PermissionGroup, permit, type Standing } from './permit.ts';

/** In which way another dictionary would show more of a concept than the one in force. */
export const wideningKinds = ['published', 'not_protected', 'aggregatable', 'opened'] as const;

export interface Widening {
  readonly conceptId: string;
  readonly kind: (typeof wideningKinds)[number];
}

/**
 * What a dictionary would open that is closed now, concept by concept (rule 15.42). Groups open by category, so a
 * concept that only moves may be opened too.
 */
export function dictionaryWidening(
  before: Dictionary | null,
  after: Dictionary,
  groups: readonly PermissionGroup[],
): readonly Widening[] {
  if (before === null) return [];
  const known = new Map(before.concepts.map((concept) => [concept.id, concept]));
  const newlyOpen = openedToSomebody({ before: createLookup(before), after: createLookup(after) }, groups);
  return after.concepts.flatMap((concept): Widening[] => {
    const { id: conceptId } = concept;
    const kinds = directly(known.get(conceptId), concept);
    if (kinds.length > 0) return kinds.map((kind) => ({ conceptId, kind }));
    return newlyOpen(conceptId) ? [{ conceptId, kind: 'opened' }] : [];
  });
}

function directly(before: Concept | undefined, after: Concept): readonly Widening['kind'][] {
  if (before === undefined) return ['published'];
  return [
    ...(before.hasPhi && !after.hasPhi ? (['not_protected'] as const) : []),
    ...(!before.isAggregatable && after.isAggregatable ? (['aggregatable'] as const) : []),
  ];
}

/** Whether members of some level and group see a concept afterwards who did not see it before. */
function openedToSomebody(
  { before, after }: Readonly<Record<'before' | 'after', Lookup>>,
  groups: readonly PermissionGroup[],
): (conceptId: string) => boolean {
  const seen = standings(groups).map((standing) => ({
    before: permit(before, standing).lookup,
    after: permit(after, standing).lookup,
  }));
  return (id) =>
    seen.some((side) => side.before.concept(id) === undefined && side.after.concept(id) !== undefined);
}

function standings(groups: readonly PermissionGroup[]): readonly Standing[] {
  const sets: readonly Standing['groups'][] = groups.length === 0 ? [null] : groups.map((group) => [group]);
  return (['deid', 'agg'] as const).flatMap((level) => sets.map((set) => ({ level, groups: set })));
}
