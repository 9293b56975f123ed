import { z } from 'zod';
import { extendedAnalysis } from './analysis.ts';
import { criteriaSetView, editRefusal } from './cohortView.ts';
import { expectationStates } from './reportExpectation.ts';
import { extendedTable, previewFields } from './tableView.ts';
import {
  completed,
  formInteger,
  instant,
  queryInteger,
  queryValue,
  sentences,
  tolerantBoolean,
} from './tolerant.ts';
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
  created: instant,
};

const item = {
  ...identity,
  project: z.int().nullable().default(null),
  projectId: z.int().nullable().default(null),
  /** Empty where the report has no project. */
  projectName: z.string().default(''),
  /** The membership of the creator; 0 where the creator has none now (no membership has the id 0). */
  creator: z.int(),
  creatorName: z.string().default(''),
  type: z.literal('table').default('table'),
  public: z.boolean(),
  /** Flagged by the caller. */
  starred: z.boolean().default(false),
  shareWith: z.array(sharee).default([]),
  sharingDescription: z.string().default(''),
  /** Whether the caller created it, and so may edit, share and delete it. */
  isMine: z.boolean().default(false),
  hasAnalysis: z.boolean().default(false),
  /** Whether groups are compared in it (rule 17.26). */
  hasComparison: z.boolean().default(false),
  /** The number of its last version, and when that was saved. */
  version: z.int().default(1),
  saved: z.iso.datetime().optional(),
  releaseChoice: z.enum(releaseChoices).default('latest'),
  /** How its expectations ended on the release that it runs on. */
  expectations: z.enum(expectationStates).default('none'),
};

const itemOnWire = wireObject(item);
type ItemOnWire = z.output<typeof itemOnWire>;

/** An older server does not say when the last version was saved. */
export type ReportItem = Omit<ItemOnWire, 'saved'> & { readonly saved: string };
export const reportItem = completed(
  itemOnWire,
  (item): ReportItem => ({ ...item, saved: item.saved ?? item.created }),
);

export const reportList = wireObject({
  count: z.int().default(0),
  /** Absolute addresses of the pages beside this one. */
  next: z.string().nullable().default(null),
  previous: z.string().nullable().default(null),
  results: z.array(reportItem),
});
export type ReportList = z.output<typeof reportList>;

/** The entries of the category bar, with the number of reports that the caller would find. */
export const viewableReports = wireObject(
  {
    currentPage: z.literal('reports').default('reports'),
    categories: z.array(
      wireObject({ label: z.string(), state: z.enum(reportStates), count: z.int().default(0) }),
    ),
    projects: z
      .array(
        wireObject({
          label: z.string(),
          pk: z.int(),
          state: z.literal('').default(''),
          count: z.int().default(0),
        }),
      )
      .default([]),
  },
  { categories: 'custom_report_categories', projects: 'qProject' },
);
export type ViewableReports = z.output<typeof viewableReports>;

/** `public` is a text here: `public`, `private` or "N users". */
const reportHead = wireObject({ ...identity, creator: z.string(), public: z.string() });

const detailOnWire = wireObject(
  {
    head: reportHead,
    report: reportItem.optional(),
    criteriaSets: z.array(criteriaSetView),
    cohortDescription: z.string(),
    warnings: sentences,
    errors: sentences,
    table: extendedTable.default({ tableType: 'subject', fields: [], sort: [] }),
    tableWarnings: sentences,
    tableErrors: sentences,
    /** Null where the report holds no cross-tab. */
    analysis: extendedAnalysis.nullable().default(null),
    analysisErrors: sentences,
    definition: z.string().default(''),
    /** The release that it runs on now. */
    release: z.string().default(''),
    fullUrl: z.string().default(''),
    isCohortInteractive: z.literal(false).default(false),
    currentPage: z.literal('reports').default('reports'),
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
type DetailOnWire = z.output<typeof detailOnWire>;
export type ReportDetail = Omit<DetailOnWire, 'report'> & { readonly report: ReportItem };

/** What an older server says of a report in the head alone. */
const itemOf = ({ creator, public: shared, ...head }: DetailOnWire['head']): ReportItem =>
  z.decode(reportItem, {
    ...head,
    creator: 0,
    creator_name: creator,
    public: shared === 'public',
    sharing_description: shared,
  });

/**
 * One report as the caller may see it: definitions are checked for the caller on the release that the report runs on,
 * and `errors` are those of its cohort. The stored definition is JSON text, with what the caller may not see left out.
 */
export const reportDetail = completed(
  detailOnWire,
  (detail): ReportDetail => ({ ...detail, report: detail.report ?? itemOf(detail.head) }),
);

export const reportDetailQuery = wireObject({ reportId: queryId.optional() });

const sharedOption = wireObject({ username: z.string().default(''), userId: z.int(), checked: z.boolean() });
export type SharedOption = z.output<typeof sharedOption>;
const choice = wireObject({ label: z.string(), value: z.int() });
export type FormChoice = z.output<typeof choice>;

/** A call that ends `incomplete` has stored nothing, and says why in `errors`; it is answered with 200. */
const outcome = { errors: sentences, warnings: sentences };
const status = z.enum(['complete', 'incomplete']);
const form = {
  status: z.literal('incomplete').default('incomplete'),
  title: z.string().default(''),
  ...outcome,
};

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
    overwriteQueryDefWithActive: z.literal('no').default('no'),
    hasAnalysis: z.boolean().default(false),
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
export const reportChanged = wireObject({ status: z.literal('complete').default('complete'), ...outcome });

export const flagBody = wireObject({ addOrRemove: z.enum(['add', 'remove']).optional() });
export const flagged = z.object({ status: z.literal('complete').default('complete') });

/** One sort key replaces the stored ones; without a column of this entry id, the stored ones hold. */
export const reportPreviewQuery = wireObject({
  page: queryInteger.optional(),
  recordsPerPage: queryInteger.optional(),
  sortField: queryValue.optional(),
  sortDirection: direction.optional(),
});
export const reportPreview = wireObject(
  { ...previewFields, reportId: z.int().default(0) },
  { extended: 'extended_table_def' },
);
export type ReportPreview = z.output<typeof reportPreview>;

/**
 * The new active snapshots; `errors` and `warnings` are those of the cohort for the caller. The cohort that was active
 * before is the previous one.
 */
export const reportLoaded = wireObject({
  ...outcome,
  snapshotId: z.int().nullable().default(null),
  previousSnapshotId: z.int().nullable().default(null),
  tableSnapshotId: z.int().nullable().default(null),
  /** Null where the report holds no cross-tab, and the caller's own stays active. */
  analysisSnapshotId: z.int().nullable().default(null),
});
export type ReportLoaded = z.output<typeof reportLoaded>;
