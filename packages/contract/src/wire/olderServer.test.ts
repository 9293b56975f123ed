import { expect, it } from 'vitest';
import { accessEndpoints } from '../endpoints/access.ts';
import { analysisEndpoints } from '../endpoints/analysis.ts';
import { catalogueEndpoints } from '../endpoints/catalogue.ts';
import { cohortEndpoints } from '../endpoints/cohort.ts';
import type { Endpoint } from '../endpoints/endpoint.ts';
import { filesEndpoints } from '../endpoints/files.ts';
import { newsEndpoints } from '../endpoints/news.ts';
import { reportEndpoints } from '../endpoints/report.ts';
import { siteEndpoints } from '../endpoints/site.ts';
import { sshKeyEndpoints } from '../endpoints/sshKey.ts';
import { tableEndpoints } from '../endpoints/table.ts';
import { transferEndpoints } from '../endpoints/transfer.ts';

const created = '2026-10-02T14:05:11Z';
const field = {
  entry_id: 'f1',
  concept_id: 'sex',
  label: 'Sex',
  categories: [],
  can_delete: true,
  can_sort: true,
  has_errors: false,
  aggregate: false,
  aggregation_method: 'list_distinct',
  alias: null,
  categorize: false,
};
const table = { fields: [field], sort: [{ entry_id: 'f1', direction: 1 }] };
const filter = {
  concept_id: 'sex',
  entry_id: 'e1',
  exclude_selected: false,
  include_ontology_unknown: false,
  prefilter_value: null,
  selected_categories: ['Female'],
};
const cohort = {
  extended_cohort_def: [
    { entry_type: 'criteria_set', entry_id: 's1', collection_id: 'subject', entries: [filter] },
  ],
  describe: 'Sex = "Female"',
  snapshot_id: 4,
  previous_snapshot_id: 3,
  next_snapshot_id: null,
  warnings: [],
  errors: [],
};
const edited = {
  ...cohort,
  entry_id: 'e1',
  transformation_successful: true,
  transformation_errors: [],
  transformation_warnings: [],
};
const preview = {
  errors: [],
  warnings: [],
  extended_table_def: table,
  paginator: { first_index: 1, last_index: 1, current_page: 1, last_page: 1 },
  data: [['Female']],
  record_count: 1,
  subject_count: 1,
};
const dataset = {
  unique_id: 'default',
  name: 'Hearts',
  selectable: true,
  siteTitle: 'Hearts',
  logoUrl: null,
  extraHeaderLinks: {},
  accessLevel: 'phi',
  canViewWorkspace: true,
};
const report = {
  id: 7,
  name: 'Mine',
  description: '',
  public: false,
  creator: 12,
  created,
  project: 1,
  project_id: 1,
};
const figures = { genomes: 1, exomes: 2, in_dbgap: 3, all: 4 };
const people = {
  total: 9,
  asian: 1,
  black: 1,
  hispanic: 1,
  white: 1,
  mixed: 1,
  missing: 1,
  native: 1,
  indian: 1,
  male: 1,
};
const assayed = { ...people, wgs: 1, wes: 1, mips: 1 };
const article = { id: 1, slug: 'a', title: 'A', body: '<p>B</p>', created };
const choices = {
  shared_options: [{ user_id: 3, checked: false }],
  project_selection: [{ label: '--- create new ---', value: -1 }],
};
const analysis = {
  extended_analysis_def: { rows: [{ entry_id: 'a', concept_id: 'sex', label: 'Sex' }], cols: [] },
};
const concept = { name: 'Sex', permanent_id: 'sex', concept_type: 'category', concept_for_prefilter: null };
const ageStats = {
  count_non_null: 3,
  min_year: 1,
  min_day: 2,
  max_year: 3,
  max_day: 4,
  avg_year: 2,
  avg_day: 9,
};
const histogram_data = [['[0 - 5)', 3]];
const term = { code: 'HP:1', label: 'Heart', count: 3, uniqueSubjectCount: 2 };
const reply = { errors: [], warnings: [] };

/** The fields that the first version of the protocol has of each reply that the client reads. */
const replies: readonly (readonly [string, Endpoint, unknown, (object | undefined)?])[] = [
  ['user', accessEndpoints.currentUser, { user: { name: 'Ada', isStaff: false }, version: 'v6.5.3' }],
  ['datasets', catalogueEndpoints.datasets, { datasets: [dataset] }],
  ['dataset', catalogueEndpoints.dataset, dataset, { accessLevel: 'phi', canViewWorkspace: true }],
  ['concept', catalogueEndpoints.concept, { ...concept, cohort_def_options: { selected_values: [] } }],
  [
    'category',
    catalogueEndpoints.conceptStatistics,
    { values: [{ category: 'F', count: 2, uniquePatientCount: 2 }] },
  ],
  [
    'number',
    catalogueEndpoints.conceptStatistics,
    { stats: { count_non_null: 3, min: 1, max: 4, avg: 2.5 }, histogram_data },
    { stats: { countNonNull: 3, avg: 2.5 } },
  ],
  [
    'date',
    catalogueEndpoints.conceptStatistics,
    {
      stats: { count_non_null: 3, unique_patients: 2, min: '2020-01-01', max: '2021-01-01' },
      histogram_data,
    },
    { stats: { max: '2021-01-01' } },
  ],
  [
    'age',
    catalogueEndpoints.conceptStatistics,
    { stats: ageStats, histogram_data },
    { stats: { avgDay: 9 } },
  ],
  [
    'ontology',
    catalogueEndpoints.conceptStatistics,
    {
      term,
      parents: [{ code: 'HP:0', label: 'All' }],
      action_results: [{ ...term, leaf: 0, hasDescendants: true }],
      count_unknown_ontology_values: { uniqueSubjectCount: 1 },
    },
    { unknown: { subjects: 1 }, parents: [{ label: 'All' }] },
  ],
  [
    'text',
    catalogueEndpoints.conceptStatistics,
    {
      paginated_results: [{ unique_values: 'x' }],
      paginator: { total_records: 1, first_index: 1, last_index: 1, last_page: 1, current_page: 1 },
    },
    { paginatedResults: [{ value: 'x' }] },
  ],
  ['criteria sets', catalogueEndpoints.collections, [{ permanent_id: 'surgery', name: 'Surgery' }]],
  [
    'cohort',
    cohortEndpoints.read,
    cohort,
    { snapshotId: 4, criteriaSets: [{ entries: [{ conceptName: 'sex', label: 'sex' }] }] },
  ],
  ['edited cohort', cohortEndpoints.edit, edited, { transformationSuccessful: true }],
  ['count', cohortEndpoints.count, { count: 12 }, { count: 12 }],
  [
    'table definition',
    tableEndpoints.read,
    { extended_table_def: table },
    { extended: { fields: [{ conceptName: 'Sex' }] } },
  ],
  ['preview', tableEndpoints.preview, preview, { recordCount: 1, data: [['Female']] }],
  ['analysis definition', analysisEndpoints.read, analysis],
  [
    'analysis',
    analysisEndpoints.run,
    { dataset: { index: ['F'], columns: [], data: [[3]] }, warnings: [], errors: [] },
  ],
  ['reports', reportEndpoints.list, { results: [report] }, { results: [{ saved: created, isMine: false }] }],
  [
    'report categories',
    reportEndpoints.categories,
    { current_page: 'reports', qProject: [], custom_report_categories: [{ label: 'All', state: 'all' }] },
  ],
  [
    'report',
    reportEndpoints.detail,
    {
      oReport: { public: 'private', name: 'Mine', creator: 'Ada', created, description: '', id: 7 },
      extended_cohort_def: [],
      cohort_description: '',
      ...reply,
    },
    { report: { id: 7, creatorName: 'Ada', public: false, sharingDescription: 'private', saved: created } },
  ],
  ['report preview', reportEndpoints.preview, preview],
  ['loaded report', reportEndpoints.load, reply, { snapshotId: null }],
  [
    'form of a new report',
    reportEndpoints.createForm,
    { title: 'Save', data: { fForm: choices, oReports: [{ label: '---select a report---', value: 0 }] } },
  ],
  [
    'form of a report',
    reportEndpoints.editForm,
    { data: { fForm: choices, oReport: { ...report, creator: 'Ada', project: '' } } },
  ],
  [
    'form to share',
    reportEndpoints.shareForm,
    {
      data: {
        fForm: { shared_options: choices.shared_options },
        oReport: { ...report, creator: 'Ada', project: '' },
        full_url: 'https://x/',
      },
    },
  ],
  [
    'file types',
    filesEndpoints.typeList,
    [
      {
        data_type: 'Reads',
        experiment_type: 'WGS',
        file_format: 'CRAM',
        individuals: 3,
        files: 3,
        total_size: 9,
      },
    ],
    [{ fileCategory: 'data', fileTag: 'Local' }],
  ],
  [
    'queue',
    filesEndpoints.queue,
    [{ experiment_type: 'WGS', file_type: 'CRAM', total_size: 9 }],
    [{ fileType: 'CRAM' }],
  ],
  [
    'transfer',
    transferEndpoints.aspera,
    { transfer_specs: [{ transfer_spec: { token: 'ATV' } }] },
    { transferSpecs: [{ transferSpec: { token: 'ATV' } }] },
  ],
  ['no transfer', transferEndpoints.aspera, {}, { transferSpecs: [] }],
  ['null for transfers', transferEndpoints.aspera, { transfer_specs: null }, { transferSpecs: [] }],
  ['a transfer without its specification', transferEndpoints.aspera, { transfer_specs: [{}] }],
  // Of these replies the protocol names no field.
  ['type in the queue', filesEndpoints.addType, {}, { status: 'added' }],
  ['type out of the queue', filesEndpoints.removeType, {}, { status: 'removed' }],
  ['empty queue', filesEndpoints.clear, {}, { status: 'cleared' }],
  ['flag', reportEndpoints.flag, {}, { status: 'complete' }],
  ['deleted report', reportEndpoints.delete, {}, { status: 'complete', errors: [] }],
  ['support request', siteEndpoints.askSupport, {}, { status: 'sent' }],
  ['SSH key', sshKeyEndpoints.send, {}, { status: 'sent' }],
  // It gave instants without a zone, and dates of nobody without bounds.
  [
    'reports of an instant without a zone',
    reportEndpoints.list,
    { results: [{ ...report, created: '2026-10-02T14:05:11.5' }] },
    { results: [{ created: '2026-10-02T14:05:11.5Z', saved: '2026-10-02T14:05:11.5Z' }] },
  ],
  [
    'dates of nobody',
    catalogueEndpoints.conceptStatistics,
    { stats: { count_non_null: 0, unique_patients: 0 }, histogram_data: [] },
    { stats: { min: null, max: null } },
  ],
  ['article', newsEndpoints.article, { title: 'A', created, body: 'B' }],
  ['news', newsEndpoints.list, { count: 1, next: null, previous: null, results: [article] }],
  ['tags of news', newsEndpoints.tags, { results: [{ id: 1, name: 'Data' }] }],
  [
    'home',
    siteEndpoints.homeData,
    {
      news: [{ id: 1, slug: 'a', title: 'A', created }],
      metrics: { individual: figures, proband: figures, trio: figures, users: { all: 5 }, dbGaP: {} },
      data_update: {},
    },
    { metrics: { dbGaP: { published: null } }, hidden: [] },
  ],
  [
    'metrics',
    siteEndpoints.metricsInfo,
    {
      proband_and_trio: { probands: assayed, trios: assayed },
      trio_characteristics: { wgs: people, wes: people },
    },
  ],
];

for (const [name, { reply: schema }, given, expected] of replies)
  it(`a reply of an older server is read: ${name} (rule 9.2)`, () => {
    const read = schema.safeParse(given);
    expect(read.error?.issues ?? []).toEqual([]);
    if (expected !== undefined) expect(read.data).toMatchObject(expected);
  });
