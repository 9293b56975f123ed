import type { ReceiptKind } from '@atrium/contract/wire/receipt';

/** Every sentence about count receipts. */
export const words = {
  title: 'Count receipt',
  detail:
    'A receipt stands for one question to one release of the data, by members of one access level. The same receipt always means the same figures.',
  load: 'Load as active',
  loadTitle: 'Load these definitions?',
  loadDetail: (kinds: readonly ReceiptKind[]) =>
    `This replaces your active ${kinds.map((kind) => nouns[kind]).join(' and ')}. Undo leads back.`,
  cancel: 'Cancel',
  failed: 'This receipt cannot be opened',
  of: 'Receipt of',
  issued: 'First issued',
  release: 'Release',
  live: (release: string) => `${release}, which is live`,
  notLive: (release: string) => `${release}, which is not live: the same question has other figures now`,
  cohort: 'Cohort',
  everyone: 'Everyone, without any filter',
  figures: 'Figures',
  counting: 'Counting',
  figuresFailed: 'The figures cannot be counted',
  count: 'Subjects',
  attrition: 'Attrition',
  crossTab: 'Cross-tab',
  noFigures: 'Your access to this dataset shows no figures of this receipt.',
  notSame:
    'These figures are counted anew and need not be those of the receipt: what you may see, or a day that is counted from today, is another one now.',
  columns: 'Columns',
  rows: 'Rows',
  across: 'Columns',
  none: 'None',
  problems: 'It cannot be run as it is',
  label: 'Receipt',
  copy: 'Copy the receipt',
  copied: 'The receipt is copied',
} as const;

const nouns: Readonly<Record<ReceiptKind, string>> = {
  cohort: 'cohort',
  table: 'columns',
  analysis: 'rows and columns of the cross-tab',
};

export const kindWords: Readonly<Record<ReceiptKind, string>> = {
  cohort: 'A cohort',
  table: 'A table of results',
  analysis: 'A cross-tab',
};
