import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortDocumentEndpoints } from '@atrium/contract/endpoints/cohortDocument';
import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import { cohortSubjectEndpoints } from '@atrium/contract/endpoints/cohortSubjects';
import { cohortSchema } from '@atrium/contract/wire/cohortDocument';
import type { PortalApi } from '../access/index.ts';
import { registerDefinition } from '../definition/index.ts';
import { route } from '../http/index.ts';
import { cohortKind, openCohort } from './cohortKind.ts';
import { countAfterEach } from './countAfterEach.ts';
import { countAfterEdit, countCohort } from './countCohort.ts';
import { countEdited } from './countEdited.ts';
import { explainSubject, queryNearMisses } from './explainSubject.ts';
import { queryCollection } from './queryCollection.ts';
import { queryConcept, queryConceptStatistics, type ReadTableOptions } from './queryConcept.ts';
import { queryCurve, queryCurveAfter } from './queryCurve.ts';
import { queryDistributions } from './queryDistributions.ts';
import { queryEffects } from './queryEffects.ts';
import { queryTimelines } from './queryTimelines.ts';
import { queryUnchosen } from './queryUnchosen.ts';
import { exportPhenopackets, type PhenopacketDeps } from './travel/exportPhenopackets.ts';
import { takeAlong } from './travel/takeAlong.ts';

/** The active cohort, its edits, history and count, and the concepts behind its editors. */
export function registerCohort(
  api: PortalApi,
  deps: PhenopacketDeps & { readonly readTableOptions: ReadTableOptions },
): void {
  registerDefinition(api, deps, { endpoints: cohortEndpoints, kind: cohortKind });
  for (const endpoint of [cohortEndpoints.count, cohortEndpoints.countByPost]) {
    route(api, endpoint, ({ member, signal }) => countCohort(deps, member, signal));
  }
  route(api, cohortEndpoints.countEdited, ({ member, body, meter, signal }) =>
    countEdited(deps, member, { ...body, meter, signal }),
  );
  route(api, cohortEndpoints.countAfter, ({ member, body, meter, signal }) =>
    countAfterEdit(deps, member, { transformation: body.transformation, meter, signal }),
  );

  route(api, cohortInsightEndpoints.effects, ({ member, signal }) => queryEffects(deps, member, signal));
  route(api, cohortInsightEndpoints.curve, ({ member, query, signal }) =>
    queryCurve(deps, member, { ...query, signal }),
  );
  route(api, cohortInsightEndpoints.curveAfter, ({ member, body, signal }) =>
    queryCurveAfter(deps, member, { ...body, signal }),
  );
  route(api, cohortInsightEndpoints.unchosen, ({ member, params, body, signal }) =>
    queryUnchosen(deps, member, { conceptId: params.conceptId, values: body.values, signal }),
  );
  route(api, cohortInsightEndpoints.countAfterEach, ({ member, body, meter, signal }) =>
    countAfterEach(deps, member, { ...body, meter, signal }),
  );
  route(api, cohortInsightEndpoints.distributions, ({ member, signal }) =>
    queryDistributions(deps, member, signal),
  );

  route(api, cohortSubjectEndpoints.explain, ({ member, body, signal }) =>
    explainSubject(deps, member, { ...body, signal }),
  );
  route(api, cohortSubjectEndpoints.nearMisses, ({ member, body, signal }) =>
    queryNearMisses(deps, member, { ...body, signal }),
  );
  route(api, cohortSubjectEndpoints.timelines, ({ member, body, signal }) =>
    queryTimelines(deps, member, { ...body, signal }),
  );

  registerTravel(api, deps);

  route(api, catalogueEndpoints.collection, ({ member, params, query }) =>
    queryCollection(deps, member, { collectionId: params.collection, query }),
  );
  route(api, catalogueEndpoints.concept, ({ member, params, query, signal }) =>
    queryConcept(deps, member, { conceptId: params.conceptId, query, signal }),
  );
  route(api, catalogueEndpoints.conceptStatistics, ({ member, params, query, signal }) =>
    queryConceptStatistics(deps, member, { conceptId: params.conceptId, query, signal }),
  );
}

const activeCohort = 'cohort';

/** The active cohort as a file, and the subjects in it as phenopackets. */
function registerTravel(api: PortalApi, deps: PhenopacketDeps): void {
  const schema = cohortSchema();
  route(api, cohortDocumentEndpoints.schema, async () => ({ ...schema }));
  route(api, cohortDocumentEndpoints.ofCohort, async ({ member, query: { format = 'cohort' }, signal }) => {
    const cohort = await openCohort(deps, member);
    return takeAlong(deps, member, { cohort, fileName: activeCohort, format, signal });
  });
  route(api, cohortDocumentEndpoints.phenopackets, async ({ member }) =>
    exportPhenopackets(deps, member, { cohort: await openCohort(deps, member), fileName: activeCohort }),
  );
}
