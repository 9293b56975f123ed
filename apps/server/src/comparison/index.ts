import { type ComparisonOptions, comparisonEndpoints } from '@atrium/contract/endpoints/comparison';
import { choosesRecords, hasBirth, isTime, isTimed, kindOf } from '@atrium/engine';
import type { Member, PortalApi } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { type LiveRelease, openLiveRelease } from '../catalogue/index.ts';
import { route } from '../http/index.ts';
import { answerProgram, type ProgramDeps } from './answerProgram.ts';
import { isComparable, isGrouping } from './comparable.ts';
import { answerCurves } from './compareCurves.ts';
import { answerPathway, answerPathwayProgram, makeBandActive } from './comparePathway.ts';
import { compareTable } from './compareTable.ts';
import { type CurvesDeps, curvesForAggregates, isAge } from './curvesForAggregates.ts';
import { answerOverlaps, makeRegionActive } from './overlaps.ts';
import { registerSavedComparison } from './savedComparison.ts';
import { tableForAggregates } from './tableForAggregates.ts';

export { isComparable } from './comparable.ts';

/** Groups of subjects side by side. */
export function registerComparison(api: PortalApi, deps: CurvesDeps & ProgramDeps): void {
  route(api, comparisonEndpoints.options, ({ member }) => listOptions(deps, member));
  route(api, comparisonEndpoints.table, ({ member, body, signal }) =>
    (member.seesSubjects ? compareTable : tableForAggregates)(deps, member, {
      choices: body.groups,
      conceptIds: body.concepts,
      report: body.report,
      signal,
    }),
  );
  route(api, comparisonEndpoints.curves, ({ member, body: { groups, report, ...times }, signal }) =>
    (member.seesSubjects ? answerCurves : curvesForAggregates)(deps, member, {
      choices: groups,
      report,
      times,
      signal,
    }),
  );
  route(api, comparisonEndpoints.program, ({ member, body, signal }) =>
    answerProgram(deps, member, {
      choices: body.groups,
      conceptIds: body.concepts,
      report: body.report,
      times: body.times,
      signal,
    }),
  );
  route(api, comparisonEndpoints.pathway, ({ member, body: { group, report, ...times }, signal }) =>
    answerPathway(deps, member, { choice: group, report, times, signal }),
  );
  route(api, comparisonEndpoints.pathwayProgram, ({ member, body: { group, report, ...times }, signal }) =>
    answerPathwayProgram(deps, member, { choice: group, report, times, signal }),
  );
  route(
    api,
    comparisonEndpoints.band,
    ({ member, body: { group, report, reached, way, snapshotId, ...times }, signal }) =>
      makeBandActive(deps, member, {
        ...{ choice: group, report, times, band: { reached, way }, snapshotId, signal },
      }),
  );
  route(api, comparisonEndpoints.overlaps, ({ member, body, signal }) =>
    answerOverlaps(deps, member, { choices: body.groups, report: body.report, signal }),
  );
  route(api, comparisonEndpoints.cohort, ({ member, body: { groups, ...region }, signal }) =>
    makeRegionActive(deps, member, { choices: groups, ...region, signal }),
  );
  registerSavedComparison(api, deps);
}

async function listOptions(deps: AnalysisDeps, member: Member): Promise<ComparisonOptions> {
  const release = await openLiveRelease(deps, member);
  const { dictionary, collection, root } = release.lookup;
  const named = ({ id, title }: (typeof dictionary.concepts)[number]) => ({ conceptId: id, title });
  return {
    concepts: dictionary.concepts
      .filter((concept) => isComparable(concept, release))
      .map((concept) => ({
        ...named(concept),
        collection: (collection(concept.collectionId) ?? root).title,
      })),
    groupings: dictionary.concepts.filter((concept) => isGrouping(concept, release)).map(named),
    times: member.seesSubjects ? timesOf(release) : agesOf(release),
    hasCohorts: member.seesSubjects,
  };
}

/** The times of curves of aggregates: from birth by at least two ages (rule 17.35). */
function agesOf(release: LiveRelease): ComparisonOptions['times'] {
  const ages = release.lookup.dictionary.concepts.filter((concept) => isAge(concept, release));
  if (ages.length < 2) return null;
  const concepts = ages.map(({ id, title }) => ({ conceptId: id, title }));
  return { hasBirth: true, concepts, collections: [] };
}

function timesOf(release: LiveRelease): NonNullable<ComparisonOptions['times']> {
  const { concepts, collections } = release.lookup.dictionary;
  const context = { lookup: release.lookup, member: release };
  return {
    hasBirth: hasBirth(release.lookup),
    concepts: concepts
      .filter((concept) => isTime(concept, context))
      .map(({ id, title }) => ({ conceptId: id, title })),
    collections: collections
      .filter((collection) => isTimed(collection, context))
      .map(({ id, title }) => ({
        ...{ collectionId: id, title },
        concepts: concepts
          .filter((concept) => concept.collectionId === id && choosesRecords(concept, context))
          .map((concept) => ({
            ...{ conceptId: concept.id, title: concept.title },
            values:
              kindOf(concept).columnType === 'BOOLEAN' ? ['True', 'False'] : [...concept.declaredValues],
          })),
      })),
  };
}
