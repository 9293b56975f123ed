import type { CohortDefinition, CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import type { Lookup } from '../../dictionary/lookup.ts';
import { aboutTitles } from '../aboutWords.ts';
import { isRootSet } from '../setOrder.ts';

/** Each set's name by entry id: its alias, or the collection and the number of the set among those of the collection. */
export function setNames(definition: CohortDefinition, lookup: Lookup): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();
  for (const set of definition) {
    const key = `${set.about ?? ''} ${set.pathway === undefined ? '' : 'pathway'} ${set.collectionId}`;
    const number = (counts.get(key) ?? 0) + 1;
    counts.set(key, number);
    names.set(set.entryId, set.alias ?? defaultName(set, number, lookup));
  }
  return names;
}

function defaultName(set: CriteriaSet, number: number, lookup: Lookup): string {
  const title = lookup.collection(set.collectionId)?.title ?? set.collectionId;
  if (isRootSet(set, lookup)) return title;
  if (set.pathway !== undefined) return `Pathway ${number}`;
  if (set.about === undefined) return `${title} ${number}`;
  const relative = aboutTitles[set.about];
  const name = set.collectionId === lookup.root.id ? relative : `${relative}: ${title}`;
  return number === 1 ? name : `${name} ${number}`;
}
