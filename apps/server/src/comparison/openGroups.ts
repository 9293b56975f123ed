import { type GroupChoice, maxGroups } from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { type CohortPlan, type Concept, groupOf, kindOf, restOf } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, type OpenCohort, openCohort, recordedCohort, requirePlan } from '../cohort/index.ts';
import { type DefinitionDeps, openStored } from '../definition/index.ts';
import { cohortOfReport } from '../report/index.ts';
import { requireGrouping } from './comparable.ts';

/** A group on a release, as a plan that shows all records of its subjects. */
export interface OpenGroup {
  readonly title: string;
  readonly plan: CohortPlan;
  /** The cohort that says the same, for a receipt; null where there is none. */
  readonly cohort: {
    readonly plan: CohortPlan;
    readonly definition: unknown;
    readonly description: string;
  } | null;
}

export interface OpenGroups {
  readonly release: LiveRelease;
  readonly groups: readonly OpenGroup[];
  /** Values that got no group. */
  readonly moreGroups: number;
}

interface Opening {
  readonly deps: DefinitionDeps;
  readonly member: Member;
  readonly active: OpenCohort;
  readonly signal: AbortSignal;
}

/** Opens the groups of a comparison on the live release (rule 17.1). */
export async function openGroups(
  deps: DefinitionDeps,
  member: Member,
  { choices, signal }: { readonly choices: readonly GroupChoice[]; readonly signal: AbortSignal },
): Promise<OpenGroups> {
  const active = await openCohort(deps, member);
  const opening = { deps, member, active, signal };
  const named: OpenGroup[] = [];
  let moreGroups = 0;
  for (const choice of choices) {
    if (choice.kind === 'cohort') named.push(groupOfCohort('Active cohort', active, deps));
    if (choice.kind === 'report') named.push(await groupOfReport(choice.reportId, opening));
    if (choice.kind === 'values') {
      const { listed, more } = await groupsOfValues(choice, opening);
      named.push(...listed);
      moreGroups += more;
    }
  }
  const rest = choices.some(({ kind }) => kind === 'rest')
    ? [{ title: 'Everybody else', plan: restOf(named.map(({ plan }) => plan)), cohort: null }]
    : [];
  const groups = [...named, ...rest];
  if (groups.length < 2 || groups.length > maxGroups)
    throw fieldRefusal(
      'bad_request',
      'groups',
      `a comparison has 2 to ${maxGroups} groups, not ${groups.length}`,
    );
  return { release: active.release, groups, moreGroups };
}

function groupOfCohort(title: string, cohort: OpenCohort, deps: DefinitionDeps): OpenGroup {
  const plan = requirePlan(cohort, deps);
  return { title, plan: groupOf(plan), cohort: { plan, ...recordedCohort(cohort) } };
}

/** Reports are compared on the live release, also those that stay on another. */
async function groupOfReport(reportId: number, { deps, member, active }: Opening): Promise<OpenGroup> {
  const { name, cohort } = await cohortOfReport(deps, member, reportId);
  return groupOfCohort(name, openStored(cohortKind, cohort, active.release), deps);
}

type OfValues = Extract<GroupChoice, { kind: 'values' }>;

/** A group for each value, those with most subjects first. */
async function groupsOfValues({ conceptId, of }: OfValues, opening: Opening) {
  const { deps, active, signal } = opening;
  const concept = requireGrouping(active.release, conceptId);
  const base: CohortDefinition = of === 'cohort' ? active.definition : [];
  const plan = requirePlan(openStored(cohortKind, base, active.release), deps);
  const question = { kind: 'choices', concept, population: { plan, prefilter: null } } as const;
  const rows = await deps.questions.ask(question, active.release, { signal });
  const values = rows.map((row) => String(row['value']));
  const listed = values.slice(0, maxGroups).map((value) => {
    const definition = [...base, valueSet(concept, value, active.release)];
    return groupOfCohort(
      `${concept.title}: ${value}`,
      openStored(cohortKind, definition, active.release),
      deps,
    );
  });
  return { listed, more: values.length - listed.length };
}

const valueSet = (concept: Concept, value: string, { lookup }: LiveRelease): CohortDefinition[number] => ({
  kind: 'criteria_set',
  entryId: 'compared_set',
  collectionId: lookup.root.id,
  entries: [
    {
      kind: 'choice',
      entryId: 'compared_value',
      conceptId: concept.id,
      prefilterValue: null,
      excludeSelected: false,
      categories: [kindOf(concept).columnType === 'BOOLEAN' ? value === 'True' : value],
    },
  ],
});
