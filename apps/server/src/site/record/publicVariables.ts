import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Concept, openTo } from '@atrium/engine';
import { openLiveRelease, type ReleaseDeps } from '../../catalogue/index.ts';
import type { PublicDataset } from './publicRecords.ts';

/** The variables of one collection, in the order of the dictionary. */
export interface PublicVariables {
  readonly collection: { readonly id: string; readonly title: string; readonly isRoot: boolean };
  readonly concepts: readonly Concept[];
}

const viewer = { level: 'agg', groups: null } as const;

/**
 * What the steward lists of the dictionary, as far as members who see aggregates only may use it and nothing of it is
 * protected (rule 14.87); nothing where the data are gone.
 */
export async function loadPublicVariables(
  deps: ReleaseDeps,
  { datasetId, record }: PublicDataset,
): Promise<readonly PublicVariables[]> {
  const listed = new Set(record.variables);
  if (listed.size === 0) return [];
  const release = await openLiveRelease(deps, { datasetId, ...viewer }).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_ready') return null;
    throw error;
  });
  if (release === null) return [];
  const { collections, concepts, subjectIdConceptId } = release.lookup.dictionary;
  const open = concepts.filter(
    (concept) => listed.has(concept.id) && openTo(concept, subjectIdConceptId) === 'agg',
  );
  return collections.flatMap(({ id, title, isRoot }) => {
    const own = open.filter(({ collectionId }) => collectionId === id);
    return own.length === 0 ? [] : [{ collection: { id, title, isRoot }, concepts: own }];
  });
}
