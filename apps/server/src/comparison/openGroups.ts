import {
  type CombinableChoice,
  type CombinedChoice,
  type GroupChoice,
  maxGroups,
  maxParts,
} from '@atrium/contract/endpoints/comparison';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import {
  type CohortPlan,
  type Combination,
  type Concept,
  combined,
  kindOf,
  planOfCombination,
  sayCombination,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import { cohortKind, type OpenCohort, openCohort, recordedCohort, requirePlan } from '../cohort/index.ts';
import { type DefinitionDeps, newEntryId, openStored } from '../definition/index.ts';
import {
  type ComparisonBase,
  cohortsOfReports,
  openComparisonBase,
  type ReportVersionRef,
  reportsIn,
} from '../report/index.ts';
import { type GroupsRequest, requireGrouping } from './comparable.ts';

/** A cohort that groups are made of. */
interface Part {
  readonly plan: CohortPlan;
  readonly cohort: OpenCohort;
}

/** A group on a release, as a plan that shows all records of its subjects. */
export interface OpenGroup {
  readonly title: string;
  /** What stands for this group alone. */
  readonly choice: GroupChoice;
  readonly combination: Combination<Part>;
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
  /** Of the active cohort; null where the cohort of a report stands for it. */
  readonly snapshotId: number | null;
  /** The groups as they are saved: reports with their versions. */
  readonly pinned: readonly GroupChoice[];
}

interface Opening {
  readonly deps: DefinitionDeps;
  readonly member: Member;
  readonly active: OpenCohort;
  readonly activeTitle: string;
  /** The cohort of a report that is a group. */
  readonly ofReport: (ref: ReportVersionRef) => ReportGroup;
  readonly signal: AbortSignal;
  /** What the groups are called in the request. */
  readonly field: string;
}

type ReportGroup = Awaited<ReturnType<typeof cohortsOfReports>>[number];

/**
 * Opens the groups of a comparison on the live release, or on that of a saved comparison (rules 17.1 and 17.28); a
 * pathway has one.
 */
export async function openGroups(
  deps: DefinitionDeps,
  member: Member,
  { choices, report, fewest = 2, signal }: GroupsRequest & { readonly fewest?: number },
): Promise<OpenGroups> {
  requireFewParts(choices);
  const base = report === undefined ? null : await openComparisonBase(deps, member, report);
  const active =
    base === null
      ? await openCohort(deps, member)
      : openStored(cohortKind, base.content.cohort, base.release);
  const ofReport = await openReports(deps, member, { choices, base });
  const activeTitle = base === null ? 'Active cohort' : base.report.name;
  const field = fewest === 1 ? 'group' : 'groups';
  const opening = { deps, member, active, activeTitle, ofReport, signal, field };
  const named: OpenGroup[] = [];
  let moreGroups = 0;
  for (const choice of choices) {
    if (choice.kind === 'values') {
      const { listed, more } = await groupsOfValues(choice, opening);
      named.push(...listed);
      moreGroups += more;
    } else if (choice.kind !== 'rest') named.push(await groupOf(choice, opening));
  }
  const rest = choices.some(({ kind }) => kind === 'rest') ? [groupOfRest(named, opening)] : [];
  const groups = [...named, ...rest];
  if (groups.length < fewest || groups.length > maxGroups)
    throw fieldRefusal(
      'bad_request',
      'groups',
      `a comparison has 2 to ${maxGroups} groups, not ${groups.length}`,
    );
  return {
    ...{ release: active.release, groups, moreGroups },
    snapshotId: base === null ? active.snapshot.snapshotId : null,
    pinned: choices.map((choice) => pinnedChoice(choice, ofReport)),
  };
}

/** Loads the reports that are groups in one call; versions that the base has pinned stay open (rule 17.26). */
async function openReports(
  deps: DefinitionDeps,
  member: Member,
  { choices, base }: { readonly choices: readonly GroupChoice[]; readonly base: ComparisonBase | null },
): Promise<Opening['ofReport']> {
  const refs = reportsIn({ groups: [...choices] });
  const kept = base?.content.comparison ?? null;
  const pinned = kept === null ? [] : reportsIn(kept);
  const reports = await cohortsOfReports(deps, member, { refs, pinned });
  return ({ reportId, version }) => {
    const index = refs.findIndex((ref) => ref.reportId === reportId && ref.version === version);
    const report = reports[index];
    if (report === undefined) throw new Error(`report ${reportId} is no group of this comparison`);
    return report;
  };
}

function pinnedChoice(choice: GroupChoice, ofReport: Opening['ofReport']): GroupChoice {
  return choice.kind === 'rest' || choice.kind === 'values' ? choice : pinnedPart(choice, ofReport);
}

function pinnedPart(choice: CombinableChoice, ofReport: Opening['ofReport']): CombinableChoice {
  if (choice.kind === 'report') return { ...choice, version: ofReport(choice).version };
  if (choice.kind !== 'combined') return choice;
  return { ...choice, groups: choice.groups.map((one) => pinnedPart(one, ofReport)) };
}

const partsOf = (choice: GroupChoice): number =>
  choice.kind === 'combined' ? choice.groups.reduce((sum, group) => sum + partsOf(group), 0) : 1;

/** Each part of a group is looked for in each region of the groups (rule 17.24). */
function requireFewParts(choices: readonly GroupChoice[]): void {
  const parts = choices.reduce((sum, choice) => sum + partsOf(choice), 0);
  if (parts > maxParts)
    throw fieldRefusal(
      'bad_request',
      'groups',
      `the groups of a comparison are combined of at most ${maxParts} parts in all, not ${parts}`,
    );
}

/** The plan of a combination of cohorts. */
export const planOf = (combination: Combination<Part>): CohortPlan =>
  planOfCombination(mapParts(combination, ({ plan }) => plan));

/** The cohort that a combination is, or why none says it (rule 17.25). */
export function sayAsCohort(
  combination: Combination<Part>,
  { deps, release }: { readonly deps: DefinitionDeps; readonly release: LiveRelease },
): { readonly cohort: OpenCohort; readonly plan: CohortPlan } | { readonly why: string } {
  const definitions = mapParts(combination, ({ cohort: { checked } }) => checked.definition);
  const said = sayCombination(definitions, { lookup: release.lookup, newEntryId });
  if (said.kind === 'unsaid') return said;
  const cohort = openStored(cohortKind, said.definition, release);
  if (cohort.checked.kind === 'broken') return { why: cohort.checked.errors[0]?.message ?? '' };
  return { cohort, plan: requirePlan(cohort, deps) };
}

const mapParts = <Given, Made>(
  combination: Combination<Given>,
  map: (part: Given) => Made,
): Combination<Made> =>
  combination.kind === 'part'
    ? { kind: 'part', part: map(combination.part) }
    : { ...combination, of: combination.of.map((one) => mapParts(one, map)) };

const everyoneOf = ({ active, deps }: Opening): OpenGroup =>
  groupOfCohort({ kind: 'everyone' }, 'Everyone', {
    cohort: openStored(cohortKind, [], active.release),
    deps,
  });

/** Everybody in none of the others: no definition stands for it, since it depends on them. */
const groupOfRest = (named: readonly OpenGroup[], opening: Opening): OpenGroup => {
  const others = named.map(({ combination }) => combination);
  const combination = combined('minus', [everyoneOf(opening).combination, ...others]);
  return {
    title: 'Everybody else',
    choice: { kind: 'rest' },
    combination,
    plan: planOf(combination),
    cohort: null,
  };
};

async function groupOf(choice: CombinableChoice, opening: Opening): Promise<OpenGroup> {
  switch (choice.kind) {
    case 'cohort':
      return groupOfCohort(choice, opening.activeTitle, { cohort: opening.active, deps: opening.deps });
    case 'everyone':
      return everyoneOf(opening);
    case 'report':
      return groupOfReport(choice, opening);
    case 'value':
      return groupOfValue(choice, opening);
    case 'combined':
      return groupOfCombination(choice, opening);
    default:
      return unreachable(choice);
  }
}

const operationWords = { and: ' and ', or: ' or ', minus: ' without ', xor: ' or else ' } as const;

async function groupOfCombination(choice: CombinedChoice, opening: Opening): Promise<OpenGroup> {
  const { operation } = choice;
  if (operation === 'xor' && choice.groups.length > 2)
    throw fieldRefusal('bad_request', 'groups', 'either but not both is of two groups');
  const parts: OpenGroup[] = [];
  for (const one of choice.groups) parts.push(await groupOf(one, opening));
  const combination = combined(
    operation,
    parts.map((part) => part.combination),
  );
  const title = parts
    .map((part) => (part.choice.kind === 'combined' ? `(${part.title})` : part.title))
    .join(operationWords[operation]);
  const said = sayAsCohort(combination, { deps: opening.deps, release: opening.active.release });
  const cohort = 'why' in said ? null : { plan: said.plan, ...recordedCohort(said.cohort) };
  return { title, choice, combination, plan: planOf(combination), cohort };
}

function groupOfCohort(
  choice: GroupChoice,
  title: string,
  { cohort, deps }: { readonly cohort: OpenCohort; readonly deps: DefinitionDeps },
): OpenGroup {
  const plan = requirePlan(cohort, deps);
  const combination = { kind: 'part', part: { plan, cohort } } as const;
  return {
    title,
    choice,
    combination,
    plan: planOf(combination),
    cohort: { plan, ...recordedCohort(cohort) },
  };
}

/** Reports are compared on the release of the comparison, also those that stay on another. */
function groupOfReport(
  choice: Extract<GroupChoice, { kind: 'report' }>,
  { deps, active, ofReport }: Opening,
): OpenGroup {
  const { name, cohort } = ofReport(choice);
  return groupOfCohort(choice, name, { cohort: openStored(cohortKind, cohort, active.release), deps });
}

const baseOf = (of: 'cohort' | 'everyone', { active }: Opening): CohortDefinition =>
  of === 'cohort' ? active.definition : [];

function groupOfValue(choice: Extract<GroupChoice, { kind: 'value' }>, opening: Opening): OpenGroup {
  const { deps, active, field } = opening;
  const concept = requireGrouping(active.release, choice.conceptId, field);
  const definition = [...baseOf(choice.of, opening), valueSet(concept, choice.value, active.release)];
  const cohort = openStored(cohortKind, definition, active.release);
  return groupOfCohort(choice, `${concept.title}: ${choice.value}`, { cohort, deps });
}

type OfValues = Extract<GroupChoice, { kind: 'values' }>;

/** A group for each value, those with most subjects first. */
async function groupsOfValues({ conceptId, of }: OfValues, opening: Opening) {
  const { deps, active, signal, field } = opening;
  const concept = requireGrouping(active.release, conceptId, field);
  const plan = requirePlan(openStored(cohortKind, baseOf(of, opening), active.release), deps);
  const question = { kind: 'choices', concept, population: { plan, prefilter: null } } as const;
  const rows = await deps.questions.ask(question, active.release, { signal });
  const values = rows.map((row) => String(row['value']));
  const listed = values
    .slice(0, maxGroups)
    .map((value) => groupOfValue({ kind: 'value', conceptId, value, of }, opening));
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
