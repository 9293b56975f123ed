import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { CollectionDetail } from '@atrium/contract/wire/criteriaSetOptions';
import {
  type Collection,
  criteriaSetOptions,
  type EditedSet,
  eventOptions,
  type Lookup,
} from '@atrium/engine';
import { type Member, mayEnter } from '../access/index.ts';
import { openLiveRelease, presentCollection } from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { type OpenCohort, openCohort } from './cohortKind.ts';

interface CollectionRequest {
  readonly collectionId: string;
  readonly query: {
    readonly includeCriteriaSetOptions?: boolean | undefined;
    readonly includeCriteriaSetEventOptions?: boolean | undefined;
    readonly criteriaSetEntryId?: string | undefined;
  };
}

/**
 * Reads a collection for any member, and for members who see subjects the editor state of a criteria set of the active
 * cohort (rule 3.22).
 */
export async function queryCollection(
  deps: DefinitionDeps,
  member: Member,
  { collectionId, query }: CollectionRequest,
): Promise<CollectionDetail> {
  const wanted = query.includeCriteriaSetOptions === true || query.includeCriteriaSetEventOptions === true;
  if (!wanted) {
    const { lookup } = await openLiveRelease(deps, member);
    return presentCollection(requireCollection(lookup, collectionId), { lookup, member });
  }
  if (!mayEnter(member, 'subjects')) {
    throw new PortalError('not_permitted', 'Your access to this dataset does not include criteria sets.');
  }
  const cohort = await openCohort(deps, member);
  const { lookup } = cohort.release;
  const collection = requireCollection(lookup, collectionId);
  const entryId = query.criteriaSetEntryId;
  if (entryId === undefined) {
    throw fieldRefusal('bad_request', 'criteria_set_entry_id', 'name the criteria set.');
  }
  const edited = requireSet(cohort, { collectionId, entryId });
  return {
    ...presentCollection(collection, { lookup, member }),
    criteriaSetEntryId: entryId,
    ...(query.includeCriteriaSetOptions === true
      ? { criteriaSetOptions: criteriaSetOptions(edited, lookup) }
      : {}),
    ...(query.includeCriteriaSetEventOptions === true
      ? { criteriaSetEventOptions: eventOptions(edited, { lookup, member }) }
      : {}),
  };
}

function requireCollection(lookup: Lookup, collectionId: string): Collection {
  const collection = lookup.collection(collectionId);
  if (collection !== undefined) return collection;
  throw fieldRefusal('not_found', 'collection', `there is no collection ${collectionId}.`);
}

function requireSet(
  { definition }: OpenCohort,
  { collectionId, entryId }: { readonly collectionId: string; readonly entryId: string },
): EditedSet {
  const set = definition.find((one) => one.entryId === entryId && one.collectionId === collectionId);
  if (set !== undefined) return { set, definition };
  throw fieldRefusal('not_found', 'criteria_set_entry_id', 'there is no such criteria set here.');
}
