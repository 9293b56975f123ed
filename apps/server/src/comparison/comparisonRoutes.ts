import { type ComparisonOptions, comparisonEndpoints } from '@atrium/contract/endpoints/comparison';
import type { Member, PortalApi } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { route } from '../http/index.ts';
import { isComparable, isGrouping } from './comparable.ts';
import { compareTable } from './compareTable.ts';

/** Groups of subjects side by side. */
export function registerComparison(api: PortalApi, deps: AnalysisDeps): void {
  route(api, comparisonEndpoints.options, ({ member }) => listOptions(deps, member));
  route(api, comparisonEndpoints.table, ({ member, body, signal }) =>
    compareTable(deps, member, { choices: body.groups, conceptIds: body.concepts, signal }),
  );
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
    hasCohorts: member.seesSubjects,
  };
}
