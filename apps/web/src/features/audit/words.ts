import { formatQuantity } from '../../lib/formatNumber.ts';

/** Every sentence about the audit. */
export const words = {
  activity: 'Activity',
  activityDetail:
    'What the portal has on record of you: the audit keeps who asked what and when, for the protection of the data. Nobody can change it.',
  title: 'Audit',
  detail:
    'Everything that was done, asked and given, newest first. The lines are chained: an operator checks them with "atrium audit verify".',
  filters: 'Filters',
  action: 'What',
  everything: 'Everything',
  dataset: 'Dataset',
  everywhere: 'Every dataset',
  since: 'From',
  until: 'To',
  account: 'Account number',
  accountDetail: 'Choose a name in the list, or type its number.',
  clear: 'Clear filters',
  more: 'Show more',
  shown: (count: number, isAll: boolean) => `${formatQuantity(count, 'line')}${isAll ? '' : ' so far'}`,
  none: 'Nothing is on record',
  noneFiltered: 'Nothing on record fits these filters',
  failed: 'The record could not be loaded',
  exportCsv: 'Export CSV',
  exportDetail: 'All lines that fit the filters, in the order of the chain.',
  exported: 'The file is saved',
  exportFailed: 'The export failed',
  only: (name: string) => `Show lines of ${name} only`,
  operator: (name: string) => `${name} (operator)`,
  nobody: 'not signed in',
  portal: 'the portal',
  when: 'When',
  who: 'Who',
  line: (id: number) => `Line ${id}`,
} as const;
