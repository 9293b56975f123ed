import {
  type EditForm,
  type FormChoice,
  newProject,
  noProject,
  type ReportBody,
  type SharedOption,
} from '@atrium/contract/wire/report';
import { z } from 'zod';
import { dialogWords as words } from '../reportWords.ts';

/** The text and choices that a person has entered about a report and not yet saved. */
export interface ReportDraft {
  readonly name: string;
  readonly description: string;
  /** The id of a project, `noProject` or `newProject`. */
  readonly project: number;
  readonly projectOther: string;
  readonly isPublic: boolean;
  /** Membership ids. */
  readonly shareWith: readonly number[];
}

/** What a person has changed of a report, as the browser keeps it. */
export const reportChanges = z.object({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  project: z.exactOptional(z.number()),
  projectOther: z.exactOptional(z.string()),
  isPublic: z.exactOptional(z.boolean()),
  shareWith: z.exactOptional(z.array(z.number())),
});
export type ReportChanges = z.infer<typeof reportChanges>;

export const emptyDraft: ReportDraft = {
  name: '',
  description: '',
  project: noProject,
  projectOther: '',
  isPublic: false,
  shareWith: [],
};

/** The draft of a report as it is stored. */
export const draftOf = ({ data }: Pick<EditForm, 'data'>): ReportDraft => ({
  ...emptyDraft,
  name: data.report.name,
  description: data.report.description ?? '',
  project: data.report.projectId ?? noProject,
  isPublic: data.report.public,
  shareWith: checkedIds(data.fields.sharedOptions),
});

export const checkedIds = (options: readonly SharedOption[]): readonly number[] =>
  options.filter(({ checked }) => checked).map(({ userId }) => userId);

/** Why a draft cannot be saved yet, field by field. */
export interface DraftProblems {
  readonly name?: string;
  readonly project?: string;
}

const maxName = 255;

export function problemsOf({ name, project, projectOther }: ReportDraft): DraftProblems {
  const length = name.trim().length;
  return {
    ...(length === 0 ? { name: words.nameMissing } : length > maxName ? { name: words.nameLong } : {}),
    ...(project === newProject && projectOther.trim() === '' ? { project: words.projectMissing } : {}),
  };
}

export const isComplete = (draft: ReportDraft): boolean => Object.keys(problemsOf(draft)).length === 0;

const inOrder = (draft: ReportDraft): ReportDraft => ({ ...draft, shareWith: draft.shareWith.toSorted() });

/** The fields of a draft that differ from what is stored; the order of people says nothing. */
export function changesOf(stored: ReportDraft, draft: ReportDraft): ReportChanges {
  const before = new Map<string, unknown>(Object.entries(inOrder(stored)));
  const changed = Object.entries(inOrder(draft)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(before.get(key)),
  );
  return reportChanges.parse(Object.fromEntries(changed));
}

/** The form as it is sent; a public report is shared with nobody by name. */
export const bodyOf = (draft: ReportDraft): ReportBody => ({
  name: draft.name.trim(),
  description: draft.description.trim(),
  project: draft.project === newProject || draft.project === noProject ? '' : draft.project,
  ...(draft.project === newProject ? { projectOther: draft.projectOther.trim() } : {}),
  ...(draft.isPublic ? { public: true } : { shareWith: [...draft.shareWith] }),
});

/** "No project" first, then the projects as the server has them, then a new one. */
export function projectChoices(selection: readonly FormChoice[]): readonly FormChoice[] {
  const known = selection.filter(({ value }) => value !== noProject && value !== newProject);
  return [
    { label: words.noProject, value: noProject },
    ...known,
    { label: words.newProject, value: newProject },
  ];
}
