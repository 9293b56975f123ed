import { type Concept, compileSearchableValues, type ReleaseSql, toQuery } from '@atrium/engine';
import type { Warehouse } from '@atrium/warehouse';
import { type SearchableValues, searchableValue } from './conceptSearch.ts';

const hasSearchableValues = (concept: Concept): boolean =>
  concept.type === 'category' || concept.type === 'ontology';

/** Values by release, read at the first search in a release; a release never changes. */
export function createSearchableValues(
  warehouse: Warehouse,
): (release: ReleaseSql) => Promise<SearchableValues> {
  const byRelease = new Map<string, Promise<SearchableValues>>();
  return (release) => {
    const known = byRelease.get(release.release);
    if (known !== undefined) return known;
    const reading = readValues(warehouse, release);
    byRelease.set(release.release, reading);
    reading.catch(() => byRelease.delete(release.release));
    return reading;
  };
}

async function readValues(warehouse: Warehouse, release: ReleaseSql): Promise<SearchableValues> {
  const concepts = release.lookup.dictionary.concepts.filter(hasSearchableValues);
  const read = await Promise.all(
    concepts.map(async (concept) => {
      const rows = await warehouse.run(toQuery(compileSearchableValues(concept, release)));
      return [concept.id, rows.map((row) => searchableValue(String(row['value'])))] as const;
    }),
  );
  return new Map(read);
}
