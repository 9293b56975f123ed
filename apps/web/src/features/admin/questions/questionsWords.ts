import { formatQuantity } from '@atrium/contract/calendar/numerals';

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `4.2 ms`, `870 ms`, `12.4 s`. */
export const formatMs = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 10_000 ? `${whole.format(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** Every sentence of query troubleshooting. */
export const words = {
  slowest: 'Slowest first',
  kept: (days: number | null) =>
    days === null
      ? 'No questions are kept: the operator has turned this off.'
      : `Kept for ${formatQuantity(days, 'day')}.`,
  dropped: (count: number) =>
    `${formatQuantity(count, 'question')} since the start of the portal ${count === 1 ? 'was' : 'were'} not kept, because it was busy.`,
  actions: {
    count: 'Count',
    preview: 'Results',
    statistics: 'Values of a concept',
    cross_tab: 'Cross-tab',
    export_begin: 'Export',
    export_rows: 'Export',
  },
  /** Names of the calls that leave no line in the audit, by the end of their path. */
  calls: {
    '/concepts/:conceptId': 'A concept',
    '/concept_categories/concept_search': 'Search of concepts',
    '/query_tools/count': 'Count',
    '/query_tools/count_after': 'Count after an edit',
    '/query_tools/preview': 'Results',
    '/reports/create_form': 'A report is saved',
    '/reports/:reportId/edit_form': 'A report is saved',
    '/report_tools/:reportId/preview': 'Rows of a report',
    '/report_tools/:reportId/run_analysis': 'Cross-tab of a report',
    '/report_tools/:reportId/methods': 'Methods of a report',
    '/reports/:reportId/expectations': 'Expectations of a report',
    '/analysis_tools/run_analysis': 'Cross-tab',
    '/transfers/start': 'A download begins',
  },
  refused: (status: number) => `refused (${status})`,
  back: 'All questions',
  failed: 'The question could not be loaded',
  question: (action: string) => action,
  facts: {
    request: 'Request id',
    at: 'Received',
    account: 'Account',
    dataset: 'Dataset',
    call: 'Call',
    path: 'Path',
    status: 'Answer',
    ms: 'Whole time',
    inStatements: 'Of that in statements',
  },
  recordedQuery: 'Recorded query',
  noDefinition: 'The audit keeps no definition of this question.',
  kinds: {
    cohort: 'Cohort',
    table: 'Columns',
    analysis: 'Cross-tab',
    concept: 'Concept',
    comparison: 'Groups',
  },
  exactly: 'The exact definition',
  steps: 'Statements',
  noSteps: 'No statement ran: the answer was refused, or needed none.',
  step: (number: number) => `Statement ${number}`,
  stepFacts: (ms: string, begin: string, rows: string) => `${ms}, begun after ${begin}, ${rows}`,
  rows: (rows: number | null) => (rows === null ? 'not finished' : formatQuantity(rows, 'row')),
  sql: 'SQL',
  parameters: 'Parameters',
  noParameters: 'none',
  copy: 'Copy',
  thePlan: 'plan',
  copyOf: (what: string, number: number) => `Copy: ${what} of statement ${number}`,
  copyDefinition: (what: string) => `Copy the definition: ${what}`,
  copied: 'Copied',
  cut: 'Only a part was kept, because it is very long.',
  plan: 'Show the plan',
  analyze: 'Run again and time the plan',
  planOf: (ms: string) => `Plan, made in ${ms}`,
  gone: 'Its release is no longer there, so no plan can be had.',
} as const;

export const nameOfAction = (action: string | null, call: string): string =>
  Object.entries(words.actions).find(([known]) => known === action)?.[1] ?? callOf(call);

const callOf = (call: string): string =>
  Object.entries(words.calls).find(([path]) => call.replace(/\/$/, '').endsWith(path))?.[1] ??
  call.replace(/^\w+ /, '');
