import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { attritionSteps, describeCohort, isRootSet, plainText } from '@atrium/engine';
import { type DefinitionDeps, openStored } from '../definition/index.ts';
import { cohortKind, type OpenCohort } from './cohortKind.ts';
import { countSubjects } from './countCohort.ts';
import { inOneLine } from './recordedQuery.ts';

interface AttritionStep {
  readonly label: string;
  readonly count: number;
}

/** The steps of a sound cohort with the subjects that are left after each: everyone first, the cohort last (rule 12.15). */
export async function queryAttrition(
  deps: DefinitionDeps,
  { definition, cohort }: { readonly definition: CohortDefinition; readonly cohort: OpenCohort },
  signal: AbortSignal,
): Promise<readonly AttritionStep[]> {
  const { release } = cohort;
  const count = (upTo: CohortDefinition): Promise<number> =>
    countSubjects(deps, openStored(cohortKind, upTo, release), signal);
  const steps: AttritionStep[] = [{ label: 'Everyone', count: await count([]) }];
  for (const { added, upTo } of attritionSteps(definition, release.lookup))
    steps.push({ label: describeStep(added, cohort), count: await count(upTo) });
  return steps;
}

/** What a step adds, in one line, without the heading of the root. */
function describeStep(added: CohortDefinition, { release }: OpenCohort): string {
  const { checked } = openStored(cohortKind, added, release);
  const { lines } = describeCohort(checked, { lookup: release.lookup });
  const isOfRoot = added.every((set) => isRootSet(set, release.lookup));
  const inWords = lines.map(({ heading, conditions }) => {
    const text = conditions.join('; ');
    return isOfRoot ? text : `${heading} ${text}`;
  });
  return inOneLine(inWords.map(plainText).join('; '));
}
