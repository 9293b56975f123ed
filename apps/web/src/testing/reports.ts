import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import type { ReportMethods } from '@atrium/contract/wire/methods';
import type {
  CreateForm,
  EditForm,
  ReportDetail,
  ReportItem,
  ShareForm,
  ViewableReports,
} from '@atrium/contract/wire/report';
import type { ReportVersion } from '@atrium/contract/wire/reportVersion';
import { aDataset, aDatasetDetail, aUser } from './people.ts';
import { answers, server } from './server.ts';
import { anExtendedTable } from './tables.ts';

export const aReport = (given: Partial<ReportItem> = {}): ReportItem => ({
  id: 73,
  name: 'Girls with Glenn',
  description: 'For the March call',
  created: '2026-10-02T14:05:11Z',
  project: 5,
  projectId: 5,
  projectName: 'Single ventricle',
  creator: 97,
  creatorName: 'Marisol Reyes',
  type: 'table',
  public: false,
  starred: false,
  shareWith: [],
  sharingDescription: 'private',
  isMine: true,
  hasAnalysis: false,
  hasComparison: false,
  version: 1,
  saved: '2026-10-02T14:05:11Z',
  releaseChoice: 'latest',
  expectations: 'none',
  ...given,
});

/** How a posted form ends that was accepted. */
export const accepted = { status: 'complete' as const, errors: [], warnings: [] };

export const othersReport = aReport({
  id: 80,
  name: 'Boys under two',
  description: null,
  project: null,
  projectId: null,
  projectName: '',
  creator: 98,
  creatorName: 'Imani Banda',
  sharingDescription: '1 user',
  starred: true,
  isMine: false,
});

export const aReportDetail = (
  report: ReportItem = aReport(),
  given: Partial<ReportDetail> = {},
): ReportDetail => ({
  head: {
    id: report.id,
    name: report.name,
    description: report.description,
    created: report.created,
    creator: report.creatorName,
    public: report.sharingDescription,
  },
  report,
  criteriaSets: [],
  cohortDescription: '',
  warnings: [],
  errors: [],
  table: anExtendedTable(),
  tableWarnings: [],
  tableErrors: [],
  analysis: null,
  analysisErrors: [],
  definition: '{}',
  release: '3',
  fullUrl: `https://portal.example/default/reports/${report.id}`,
  isCohortInteractive: false,
  currentPage: 'reports',
  ...given,
});

const people = [
  { username: 'Imani Banda', userId: 98, checked: false },
  { username: 'Noor Haddad', userId: 102, checked: false },
];

const projects = [
  { label: '--- no project ---', value: 0 },
  { label: 'Single ventricle', value: 5 },
  { label: '--- create new ---', value: -1 },
];

export const aCreateForm = (own: readonly ReportItem[] = [aReport()]): CreateForm => ({
  status: 'incomplete',
  title: 'Create report',
  errors: [],
  warnings: [],
  data: {
    fields: { sharedOptions: people, projectSelection: projects },
    reports: [
      { label: '---select a report---', value: -1 },
      ...own.map(({ id, name }) => ({ label: name, value: id })),
    ],
  },
});

const inForm = ({
  id,
  name,
  description,
  created,
  creatorName,
  projectName,
  projectId,
  ...report
}: ReportItem) => ({
  id,
  name,
  description,
  created,
  creator: creatorName,
  project: projectName,
  projectId,
  public: report.public,
});

export const anEditForm = (report: ReportItem = aReport(), sharedWith: readonly number[] = []): EditForm => ({
  status: 'incomplete',
  title: `Edit report: ${report.name}`,
  errors: [],
  warnings: [],
  data: {
    fields: {
      sharedOptions: people.map((one) => ({ ...one, checked: sharedWith.includes(one.userId) })),
      projectSelection: projects,
    },
    report: inForm(report),
    overwriteQueryDefWithActive: 'no',
    hasAnalysis: report.hasAnalysis,
  },
});

export const aShareForm = (
  report: ReportItem = aReport(),
  sharedWith: readonly number[] = [],
): ShareForm => ({
  status: 'incomplete',
  title: `Share report: ${report.name}`,
  errors: [],
  warnings: [],
  data: {
    fields: {
      sharedOptions: people.map((one) => ({ ...one, checked: sharedWith.includes(one.userId) })),
    },
    report: inForm(report),
    fullUrl: `https://portal.example/default/reports/${report.id}`,
  },
});

export const aVersion = (given: Partial<ReportVersion> = {}): ReportVersion => ({
  version: 1,
  cause: 'created',
  restored: null,
  saved: '2026-10-02T14:05:11Z',
  savedBy: 'Marisol Reyes',
  release: '3',
  releaseVersion: null,
  count: 1204,
  hasAnalysis: false,
  isCurrent: true,
  ...given,
});

export const aMethods = (given: Partial<ReportMethods['methods']> = {}): ReportMethods => ({
  reportId: 73,
  version: 1,
  methods: {
    title: 'Girls with Glenn',
    dataset: { id: 'default', name: 'Heart' },
    release: { name: 'release_3', version: '2.1', finishedAt: '2026-09-01T08:00:00Z' },
    software: '0.1.0',
    receipt: '7f3k-9m2q-xx3d-8zkt',
    madeAt: '2026-10-02T14:05:11Z',
    cohort: ['Subject criteria', '- Sex = "Female"'],
    columns: ['Participant ID', 'Sex'],
    crossTab: null,
    count: 612,
    attrition: [
      { label: 'Everyone', count: 1204 },
      { label: 'Sex = "Female"', count: 612 },
    ],
    codeLists: [
      {
        concept: 'Finding',
        ontology: { title: 'Findings', version: '2026-01' },
        chosen: [{ code: 'X:2', label: 'Septal finding' }],
        terms: [
          { code: 'X:2', label: 'Septal finding' },
          { code: 'X:3', label: 'Ventricular septal defect' },
        ],
        isCut: false,
      },
    ],
    citation: 'Girls with Glenn. Heart (default), release_3.',
    ...given,
  },
  programs: { python: 'import atrium_portal\n', r: 'library(atriumportal)\n', curl: 'set -eu\n' },
});

const categories: ViewableReports = {
  currentPage: 'reports',
  categories: [
    { label: 'All reports', state: 'all', count: 2 },
    { label: 'My reports', state: 'mine', count: 1 },
    { label: 'Starred', state: 'starred', count: 1 },
  ],
  projects: [{ label: 'Single ventricle', pk: 5, state: '', count: 1 }],
};

interface Listed {
  readonly reports?: readonly ReportItem[];
  readonly count?: number;
  readonly member?: Partial<DatasetDetail>;
}

/** The calls of a signed-in member and of the list of reports; collects the queries of the list. */
export function listReports({ reports = [aReport(), othersReport], count, member }: Listed = {}) {
  const requests: Readonly<Record<string, string>>[] = [];
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v6.5.3', version: 'v6.5.3' }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, aDatasetDetail(member)),
    answers(catalogueEndpoints.collections, []),
    answers(reportEndpoints.categories, categories),
    answers(reportEndpoints.list, ({ query }) => {
      requests.push(query);
      return { count: count ?? reports.length, next: null, previous: null, results: [...reports] };
    }),
  );
  return requests;
}
