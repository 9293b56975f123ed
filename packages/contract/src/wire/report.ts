import { z } from 'zod';
import { extendedAnalysis } from './analysis.ts';
import { criteriaSetView, editRefusal } from './cohortView.ts';
import { expectationStates } from './reportExpectation.ts';
import { extendedTable, previewFields } from './tableView.ts';
import { formInteger, queryInteger, queryValue, sentences, tolerantBoolean } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** Which reports a list shows; `all` is the same as none given. */
export const reportStates = ['all', 'mine', 'starred', 'shared_only', 'public_only'] as const;
export type ReportState = (typeof reportStates)[number];

export const reportSortKeys = ['name', 'creator', 'created', 'project'] as const;
export type ReportSortKey = (typeof reportSortKeys)[number];

/** On which release a report runs: always on the live one, or on the one of its last version. */
export const releaseChoices = ['latest', 'own'] as const;
export type ReleaseChoice = (typeof releaseChoices)[number];

/** The direction of an order in a query string; 1 is ascending. */
export const direction = z.codec(z.enum(['1', '-1']), z.union([z.literal(1), z.literal(-1)]), {
  decode: (given) => (given === '1' ? 1 : -1),
  encode: (value) => (value === 1 ? '1' : '-1'),
});
const queryId = z.codec(
  z.string().regex(/^(\d{1,9}|undefined|null)?$/, 'must be a whole number'),
  z.int().optional(),
  {
    decode: (given) => (/^\d/.test(given) ? Number(given) : undefined),
    encode: (value) => (value === undefined ? '' : String(value)),
  },
);

/** `state` is judged by the call itself: a word that is none of `reportStates` is not found. */
export const reportListQuery = wireObject({
  projectId: queryId.optional(),
  state: queryValue.optional(),
  search: z.string().max(255).optional(),
  sort: z.enum(reportSortKeys).optional(),
  sortDirection: direction.optional(),
  page: queryInteger.optional(),
  pageSize: queryInteger.optional(),
});

/** Somebody with whom a report is shared, by membership; e-mail and level are for the creator only. */
export const sharee = wireObject({
  id: z.int(),
  name: z.string(),
  email: z.string().optional(),
  accessLevel: z.string().optional(),
});
export type Sharee = z.output<typeof sharee>;

const identity = {
  id: z.int(),
  name: z.string(),
  description: z.string().nullable(),
  created: z.iso.datetime(),
};

const item = {
  ...identity,
  project: z.int().nullable(),
  projectId: z.int().nullable(),
  /** Empty where the report has no project. */
  projectName: z.string(),
  /** The membership of the creator; 0 where the creator has none now (no membership has the id 0). */
  creator: z.int(),
  creatorName: z.string(),
  type: z.literal('table'),
  public: z.boolean(),
  /** Flagged by the caller. */
  starred: z.boolean(),
  shareWith: z.array(sharee),
  sharingDescription: z.string(),
  /** Whether the caller created it, and so may edit, share and delete it. */
  isMine: z.boolean(),
  hasAnalysis: z.boolean(),
  /** The number of its last version, and when that was saved. */
  version: z.int(),
  saved: z.iso.datetime(),
  releaseChoice: z.enum(releaseChoices),
  /** How its expectations ended on the release that it runs on. */
  expectations: z.enum(expectationStates),
};

export const reportItem = wireObject(item);
export type ReportItem = z.output<typeof reportItem>;

export const reportList = wireObject({
  count: z.int(),
  /** Absolute addresses of the pages beside this one. */
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(reportItem),
});
export type ReportList = z.output<typeof reportList>;

/** The entries of the category bar, with the number of reports that the caller would find. */
export const viewableReports = wireObject(
  {
    currentPage: z.literal('reports'),
    categories: z.array(wireObject({ label: z.string(), state: z.enum(reportStates), count: z.int() })),
    projects: z.array(wireObject({ label: z.string(), pk: z.int(), state: z.literal(''), count: z.int() })),
  },
  { categories: 'custom_report_categories', projects: 'qProject' },
);
export type ViewableReports = z.output<typeof viewableReports>;

/** `public` is a text here: `public`, `private` or "N users". */
const reportHead = wireObject({ ...identity, creator: z.string(), public: z.string() });

/**
 * One report as the caller may see it: definitions are checked for the caller on the release that the report runs on,
 * and `errors` are those of its cohort. The stored definition is JSON text, with what the caller may not see left out.
 */
export const reportDetail = wireObject(
  {
    head: reportHead,
    report: reportItem,
    criteriaSets: z.array(criteriaSetView),
    cohortDescription: z.string(),
    warnings: sentences,
    errors: sentences,
    table: extendedTable,
    tableWarnings: sentences,
    tableErrors: sentences,
    /** Null where the report holds no cross-tab. */
    analysis: extendedAnalysis.nullable(),
    analysisErrors: sentences,
    definition: z.string(),
    /** The release that it runs on now. */
    release: z.string(),
    fullUrl: z.string(),
    isCohortInteractive: z.literal(false),
    currentPage: z.literal('reports'),
  },
  {
    head: 'oReport',
    criteriaSets: 'extended_cohort_def',
    table: 'extended_table_def',
    tableWarnings: 'td_warnings',
    tableErrors: 'td_errors',
    analysis: 'extended_analysis_def',
    isCohortInteractive: 'cohort_def_interactive',
  },
);
export type ReportDetail = z.output<typeof reportDetail>;

export const reportDetailQuery = wireObject({ reportId: queryId.optional() });

const sharedOption = wireObject({ username: z.string(), userId: z.int(), checked: z.boolean() });
export type SharedOption = z.output<typeof sharedOption>;
const choice = wireObject({ label: z.string(), value: z.int() });
export type FormChoice = z.output<typeof choice>;

/** A call that ends `incomplete` has stored nothing, and says why in `errors`; it is answered with 200. */
const outcome = { errors: sentences, warnings: sentences };
const status = z.enum(['complete', 'incomplete']);
const form = { status: z.literal('incomplete'), title: z.string(), ...outcome };

/** `public` is a boolean here, and `project` the name, empty where there is none. */
const reportInForm = wireObject({
  ...identity,
  creator: z.string(),
  project: z.string(),
  projectId: z.int().nullable(),
  public: z.boolean(),
});
export type ReportInForm = z.output<typeof reportInForm>;

/** In the choice of projects, 0 is no project and -1 a new one, whose name is `project_other`. */
export const noProject = 0;
export const newProject = -1;

const names = { fields: 'fForm', reports: 'oReports', report: 'oReport' } as const;
const choices = wireObject({
  sharedOptions: z.array(sharedOption),
  projectSelection: z.array(choice),
});

const createData = wireObject({ fields: choices, reports: z.array(choice) }, names);
export const createForm = wireObject({ ...form, data: createData });
export type CreateForm = z.output<typeof createForm>;

const editData = wireObject(
  {
    fields: choices,
    report: reportInForm,
    overwriteQueryDefWithActive: z.literal('no'),
    hasAnalysis: z.boolean(),
  },
  names,
);
export const editForm = wireObject({ ...form, data: editData });
export type EditForm = z.output<typeof editForm>;

export const deleteForm = wireObject({ ...form, data: wireObject({ report: z.string() }, names) });
const shareData = wireObject(
  {
    fields: wireObject({ sharedOptions: z.array(sharedOption) }),
    report: reportInForm,
    fullUrl: z.string(),
  },
  names,
);
export const shareForm = wireObject({ ...form, data: shareData });
export type ShareForm = z.output<typeof shareForm>;

const optionalText = z.string().nullable().optional();
const shareWith = z.array(formInteger).nullable().optional();

/**
 * The whole of a report's form. An edit replaces all of it: absent `public` makes the report private, absent
 * `share_with` shares it with nobody. `with_analysis` says whether the active cross-tab is kept too; where an edit that
 * overwrites the query does not say it, the report's cross-tab stays as it is.
 */
export const reportBody = wireObject({
  name: optionalText,
  description: optionalText,
  project: z
    .union([formInteger, z.literal('')])
    .nullable()
    .optional(),
  projectOther: optionalText,
  public: tolerantBoolean.optional(),
  shareWith,
  overwriteQueryDefWithActive: tolerantBoolean.optional(),
  withAnalysis: tolerantBoolean.optional(),
});
export type ReportBody = z.output<typeof reportBody>;
/** An empty body names nobody, as a list that is missing does. */
export const shareBody = wireObject({ shareWith }).optional();

/**
 * How a posted form ended; an incomplete one has the form again beside its errors. `refusals` are the errors as data, in
 * the same order.
 */
const posted = {
  status,
  ...outcome,
  refusals: z.array(editRefusal).optional(),
  title: z.string().optional(),
};
export const reportCreated = wireObject({
  ...posted,
  reportId: z.int().optional(),
  data: createData.optional(),
});
export const reportEdited = wireObject({
  ...posted,
  reportId: z.int().optional(),
  data: editData.optional(),
});
export const reportShared = wireObject({ ...posted, data: shareData.optional() });
export const reportChanged = wireObject({ status: z.literal('complete'), ...outcome });

export const flagBody = wireObject({ addOrRemove: z.enum(['add', 'remove']).optional() });
export const flagged = z.object({ status: z.literal('complete') });

/** One sort key replaces the stored ones; without a column of this entry id, the stored ones hold. */
export const reportPreviewQuery = wireObject({
  page: queryInteger.optional(),
  recordsPerPage: queryInteger.optional(),
  sortField: queryValue.optional(),
  sortDirection: direction.optional(),
});
export const reportPreview = wireObject(
  { ...previewFields, reportId: z.int() },
  { extended: 'extended_table_def' },
);
export type ReportPreview = z.output<typeof reportPreview>;

/**
 * The new active snapshots; `errors` and `warnings` are those of the cohort for the caller. The cohort that was active
 * before is the previous one.
 */
export const reportLoaded = wireObject({
  ...outcome,
  snapshotId: z.int(),
  previousSnapshotId: z.int().nullable(),
  tableSnapshotId: z.int(),
  /** Null where the report holds no cross-tab, and the caller's own stays active. */
  analysisSnapshotId: z.int().nullable(),
});
export type ReportLoaded = z.output<typeof reportLoaded>;
