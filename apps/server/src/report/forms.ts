import { accessLevels } from '@atrium/contract/wire/access';
import {
  type CreateForm,
  type EditForm,
  type FormChoice,
  newProject,
  noProject,
  type ReportBody,
  type SharedOption,
  type ShareForm,
} from '@atrium/contract/wire/report';
import { rightsOf } from '@atrium/engine';
import { type Kysely, sql } from 'kysely';
import { hasEnded, type Member } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import { type FormFault, faultOf, type Judged, refusedForm } from './judged.ts';
import { presentInForm } from './present.ts';
import { listProjects } from './reportList.ts';
import { listOwn, loadShares, type ReportRecord } from './reportStore.ts';

interface FormDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
}

const seesSubjects = accessLevels.filter((level) => rightsOf({ level }).seesSubjects);

/** The members with whom a report may be shared, by name: who sees subjects, without the caller. */
async function listCandidates({ db, clock }: FormDeps, { datasetId, membershipId }: Member) {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select(['membership.id', 'membership.ends_at'])
    .select(sql<string>`coalesce(nullif(account.full_name, ''), account.username)`.as('name'))
    .where('membership.dataset_id', '=', datasetId)
    .where('membership.id', '!=', membershipId)
    .where('membership.access_level', 'in', seesSubjects)
    .where('account.disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('membership.id')
    .execute();
  return rows.filter((row) => !hasEnded(row, clock()));
}

async function sharedOptions(deps: FormDeps, member: Member, report?: ReportRecord): Promise<SharedOption[]> {
  const shares = report && (await loadShares(deps.db, [report])).get(report.id);
  const checked = new Set(shares?.map(({ id }) => id));
  const candidates = await listCandidates(deps, member);
  return candidates.map(({ id, name }) => ({ username: name, userId: id, checked: checked.has(id) }));
}

async function projectSelection({ db }: FormDeps, member: Member): Promise<FormChoice[]> {
  const projects = await listProjects(db, member);
  return [
    { label: '--- no project ---', value: noProject },
    ...projects.map(({ id, name }) => ({ label: name, value: id })),
    { label: '--- create new ---', value: newProject },
  ];
}

const unanswered = { status: 'incomplete', errors: [], warnings: [] } as const;

export async function createForm(deps: FormDeps, member: Member): Promise<CreateForm> {
  const own = await listOwn(deps.db, member);
  return {
    ...unanswered,
    errors: [],
    warnings: [],
    title: 'Save query as report',
    data: {
      fields: {
        sharedOptions: await sharedOptions(deps, member),
        projectSelection: await projectSelection(deps, member),
      },
      reports: [
        { label: '---select a report---', value: -1 },
        ...own.map(({ id, name }) => ({ label: name, value: id })),
      ],
    },
  };
}

export const editForm = async (deps: FormDeps, member: Member, report: ReportRecord): Promise<EditForm> => ({
  ...unanswered,
  errors: [],
  warnings: [],
  title: 'Edit report',
  data: {
    fields: {
      sharedOptions: await sharedOptions(deps, member, report),
      projectSelection: await projectSelection(deps, member),
    },
    report: presentInForm(report),
    overwriteQueryDefWithActive: 'no',
    hasAnalysis: report.hasAnalysis,
  },
});

export interface SharedReport {
  readonly report: ReportRecord;
  readonly fullUrl: string;
}

export const shareForm = async (
  deps: FormDeps,
  member: Member,
  { report, fullUrl }: SharedReport,
): Promise<ShareForm> => ({
  ...unanswered,
  errors: [],
  warnings: [],
  title: 'Share report',
  data: {
    fields: { sharedOptions: await sharedOptions(deps, member, report) },
    report: presentInForm(report),
    fullUrl,
  },
});

/** The project that a form names: one of the dataset, a new one by its name, or none. */
export type ChosenProject =
  | { readonly kind: 'none' }
  | { readonly kind: 'existing'; readonly id: number }
  | { readonly kind: 'named'; readonly name: string };

/** A form that may be stored. */
export interface ReportDraft {
  readonly name: string;
  readonly description: string | null;
  readonly project: ChosenProject;
  readonly isPublic: boolean;
  readonly shareWith: readonly number[];
}

const maxName = 255;
const maxDescription = 10_000;

/** The names of the texts of the form in sentences, and how long they may be. */
const texts = {
  name: { label: 'The name', longest: maxName },
  description: { label: 'The description', longest: maxDescription },
  project_other: { label: 'The name of the project', longest: maxName },
} as const;

function judgeText(field: keyof typeof texts, text: string): readonly FormFault[] {
  const { label, longest } = texts[field];
  if (text.length <= longest) return [];
  const message = `${label} is longer than ${longest.toLocaleString('en-US')} characters.`;
  return [faultOf(field, 'out_of_range', message)];
}

/** Judges the form of a report and reports all errors at once (rule 12.7). */
export async function judgeForm(
  deps: FormDeps,
  member: Member,
  body: ReportBody,
): Promise<Judged<ReportDraft>> {
  const name = body.name?.trim() ?? '';
  const description = body.description?.trim() ?? '';
  const other = body.projectOther?.trim() ?? '';
  const project = chosenProject(body.project, other);
  const shared = await judgeSharing(deps, member, body.shareWith ?? []);
  const faults = [
    ...(name === '' ? [faultOf('name', 'missing', 'Please give the report a name.')] : []),
    ...judgeText('name', name),
    ...judgeText('description', description),
    ...judgeText('project_other', other),
    ...(await judgeProject(deps, member, project)),
    ...('errors' in shared ? shared.refusals : []),
  ];
  if (faults.length > 0 || 'errors' in shared) return refusedForm(faults);
  return {
    value: {
      name,
      description: description === '' ? null : description,
      project,
      isPublic: body.public ?? false,
      shareWith: shared.value,
    },
  };
}

function chosenProject(id: ReportBody['project'], other: string): ChosenProject {
  const isNamed = typeof id === 'number' && id !== noProject && id !== newProject;
  if (isNamed) return { kind: 'existing', id };
  return other === '' ? { kind: 'none' } : { kind: 'named', name: other };
}

/** A project that the member does not see counts as missing, so that nobody can find its id by trying. */
async function judgeProject(
  { db }: FormDeps,
  member: Member,
  project: ChosenProject,
): Promise<readonly FormFault[]> {
  if (project.kind !== 'existing') return [];
  const projects = await listProjects(db, member);
  return projects.some(({ id }) => id === project.id)
    ? []
    : [faultOf('project', 'not_found', `There is no project ${project.id}.`)];
}

/** Judges with whom a report is to be shared; the error names everyone who is no candidate (rule 12.7). */
export async function judgeSharing(
  deps: FormDeps,
  member: Member,
  ids: readonly number[],
): Promise<Judged<readonly number[]>> {
  const given = [...new Set(ids)];
  if (given.length === 0) return { value: [] };
  const allowed = new Set((await listCandidates(deps, member)).map(({ id }) => id));
  const refused = given.filter((id) => !allowed.has(id));
  if (refused.length === 0) return { value: given };
  const names = await namesOf(deps, member, refused);
  return refusedForm(
    refused.map((id) => {
      const name = names.get(id);
      return name === undefined
        ? faultOf('share_with', 'not_found', `There is no member ${id} in this dataset.`)
        : faultOf('share_with', 'not_allowed', `The report cannot be shared with ${name}.`);
    }),
  );
}

/** Names of members of this dataset only. */
async function namesOf(
  { db }: FormDeps,
  { datasetId }: Member,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select('membership.id')
    .select(sql<string>`coalesce(nullif(account.full_name, ''), account.username)`.as('name'))
    .where('membership.dataset_id', '=', datasetId)
    .where('membership.id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
