import { catalogueEndpoints, cohortEndpoints, PortalError } from '@atrium/contract';
import type { Member, PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { activate } from '../snapshot/index.ts';
import { countAfterEdit, countCohort } from './countCohort.ts';
import { editCohort } from './editCohort.ts';
import { type CohortDeps, cohortHistory, openCohort, openCohortSnapshot } from './openCohort.ts';
import { presentCohort } from './present.ts';
import { readCollection } from './readCollection.ts';
import { type ReadTableOptions, readConcept, readConceptStatistics } from './readConcept.ts';

/** The active cohort, its edits, history and count, and the concepts behind its editors. */
export function registerCohort(
  api: PortalApi,
  deps: CohortDeps & { readonly readTableOptions: ReadTableOptions },
): void {
  const activateSnapshot = async (member: Member, snapshotId: number) => {
    const snapshot = await activate(deps.db, cohortHistory(member), snapshotId);
    if (snapshot === undefined) throw new PortalError('not_found', 'There is no such snapshot.');
    return presentCohort(await openCohort(deps, member));
  };

  route(api, cohortEndpoints.read, async ({ member }) => presentCohort(await openCohort(deps, member)));
  route(api, cohortEndpoints.edit, ({ member, body, signal }) =>
    editCohort(deps, member, { transformation: body.transformation, signal }),
  );
  route(api, cohortEndpoints.snapshot, async ({ member, params, query }) =>
    query.setToActive === true
      ? await activateSnapshot(member, params.snapshotId)
      : presentCohort(await openCohortSnapshot(deps, member, params.snapshotId)),
  );
  route(api, cohortEndpoints.activate, ({ member, params }) => activateSnapshot(member, params.snapshotId));
  for (const endpoint of [cohortEndpoints.count, cohortEndpoints.countByPost]) {
    route(api, endpoint, ({ member, signal }) => countCohort(deps, member, signal));
  }
  route(api, cohortEndpoints.countAfter, ({ member, body, signal }) =>
    countAfterEdit(deps, member, { transformation: body.transformation, signal }),
  );

  route(api, catalogueEndpoints.collection, ({ member, params, query }) =>
    readCollection(deps, member, { collectionId: params.collection, query }),
  );
  route(api, catalogueEndpoints.concept, ({ member, params, query, signal }) =>
    readConcept(deps, member, { conceptId: params.conceptId, query, signal }),
  );
  route(api, catalogueEndpoints.conceptStatistics, ({ member, params, query, signal }) =>
    readConceptStatistics(deps, member, { conceptId: params.conceptId, query, signal }),
  );
}
