import type { ShownCount } from '@atrium/contract/wire/statistics';
import { type CountedNouns, type Noun, quantityOf } from '../../api/nouns.ts';
import { formatCount } from '../../lib/formatNumber.ts';

/** Every sentence that the query screen's cohort side shows. */
export const words = {
  apply: 'Apply new filter',
  update: 'Update filter',
  afterApply: 'with this filter',
  afterUpdate: 'after this update',
  counting: 'Counting',
  receipt: 'Receipt',
  copyReceipt: 'Copy the receipt of the cohort',
  receiptCopied: 'The receipt is copied',
  exclude: 'Exclude Filter',
  excludeTip: "Excluded filters are applied to the Filters panel as 'not equal to'.",
  cohortOnly: 'Show data for the active cohort only',
  cohortOnlyTip:
    'Counts and charts below describe the records of your cohort instead of everyone in the dataset.',
  includeMissing: 'Include null or missing',
  includeMissingTip: ({ many }: Noun) => `Also keeps ${many} for whom this concept has no value.`,
  conceptFailed: 'Concept failed to load',
  countFailed: 'The count failed',
  applyAnyway: 'Apply anyway',
  applyAnywayHint: 'The filter was not applied for the reason above. You can apply it anyway.',
  remainingInvalid: 'Remaining entries are invalid',
  noData: (what: string) => `No data was found for ${what}`,
  noneInCohort: 'Nobody in your active cohort has a value here. Turn the cohort switch off to see all data.',
  noneAtAll:
    'There is no data for this concept. Its source may not hold any; the administrator of the dataset knows more.',
  unknownType: 'This kind of concept cannot be filtered here.',
  editing: 'You are editing a filter.',
  stopEditing: 'Stop editing',
  hasPhi: 'May hold protected health information',
  tryAgain: 'Try again',
  filters: 'Filters',
  undo: 'Undo',
  clear: 'Clear all filters',
  cleared: 'All filters were cleared.',
  problems: 'This cohort cannot be counted as it stands',
  removeUnusable: 'Remove what cannot be used',
  cannotUse: 'You may no longer use this. Delete it to count again.',
  needsRepair: 'Does not work as it stands. Edit it to count again.',
  showFilters: 'Show filters',
  nobody: 'Nobody meets all of this.',
  nobodyAtAll: 'The dataset has nobody whom you may see.',
  wayOut: {
    widen: 'Widen or delete a filter.',
    join: 'Widen a filter, or join two with “or”.',
    set: 'Change or delete a criteria set.',
  },
  describe: 'Describe filters',
  description: 'The filters in words',
  copyDescription: { label: 'Copy', done: 'Copied', name: 'Copy the filters in words' },
  hideDescription: 'Hide description',
  noFilters: 'No filters yet: the cohort is everyone you may see.',
  keptWithoutFilters: 'No filters: the cohort is everyone you may see.',
  keptUnusable: 'You may not use this, or it is gone from the dataset.',
  not: 'not',
  addSet: 'Add criteria set',
  editFilter: 'Edit filter',
  deleteFilter: 'Delete filter',
  results: 'View results',
  moved: 'Changed in another tab or device. You see the newest state.',
  dismiss: 'Dismiss this notice',
  pasteLabel: 'Paste a list',
  pasteHint: 'One value per line, from a file or another source.',
  pasteAdd: 'Add pasted values',
  exists: 'Only terms that exist in the data',
  termPages: 'Pages of the terms',
  unknownCodes: 'Include unrecognised codes',
  unknownCodesTip:
    'Some records carry a code that this ontology does not hold, for example from an older release or with a typing error. They match no term, but can be kept as a group.',
  roots: 'Top terms',
  termCounts: ({ record, subject }: CountedNouns) =>
    record === subject ? subject.many : `${record.many} (${subject.many})`,
  counted: (records: ShownCount, subjects: ShownCount, { record, subject }: CountedNouns) =>
    record === subject
      ? quantityOf(subjects, subject)
      : `${quantityOf(records, record)} for ${quantityOf(subjects, subject)}`,
  ofCohort: (part: ShownCount, whole: ShownCount) =>
    `${formatCount(part)} of ${formatCount(whole)} in your cohort`,
  inCohort: (records: ShownCount, { record }: CountedNouns) =>
    `${quantityOf(records, record)} in the active cohort`,
  boundsAmongWords:
    'A value such as “>89” is also found by each range that it certainly lies in: by “at least 60”, not by “at least 95”.',
  clearSelection: 'Clear selection',
} as const;

/** Says that the population that is shown has no value. */
export const noneOf = ({ kind }: { readonly kind: 'all' | 'cohort' }): string =>
  kind === 'cohort' ? words.noneInCohort : words.noneAtAll;

/** Which records a new filter counts, where their collection says which are present. */
export const polarityWords = {
  which: (records: string) => `Which ${records}`,
  choices: { present: 'present', absent: 'absent', either: 'present or absent' },
  tip: (name: string) =>
    `“${name}” says which of them are present. A filter on it joins the same criteria set.`,
  unsaid: (records: string, name: string) =>
    `Present and absent ${records} count alike: no filter on “${name}”.`,
  onlyPresent: 'Only present ones',
} as const;

interface CountedRecords {
  readonly records: string;
  readonly subjects: string;
  readonly scope: 'all' | 'cohort';
  /** The criteria set that the records meet. */
  readonly set: string | undefined;
}

/** Sentences that say what the figures of an editor count. */
export const baseWords = {
  counting: 'Counting…',
  subjects: (subjects: string, scope: 'all' | 'cohort') =>
    scope === 'all'
      ? `Figures count all ${subjects} of the dataset.`
      : `Figures count the ${subjects} of your cohort.`,
  records: ({ records, subjects, scope, set }: CountedRecords) => {
    if (scope === 'all') return `Figures count all ${records} of the dataset, and their ${subjects}.`;
    return set === undefined
      ? `Figures count all ${records} of the ${subjects} in your cohort.`
      : `Figures count the ${records} that meet “${set}”, of the ${subjects} in your cohort.`;
  },
} as const;

/** What an edit did, in words that follow "Undo:" and "Redo:". */
export const changeWords = {
  cleared: 'clear all filters',
  filterAdded: (name: string) => `add filter ${name}`,
  filtersAdded: (names: readonly string[]) => `add filters ${names.join(' and ')}`,
  filterRemoved: (name: string) => `remove filter ${name}`,
  filtersRemoved: (count: number) => `remove ${count} filters`,
  filterChanged: (name: string) => `change filter ${name}`,
  filterMoved: (name: string, to: string) => `move filter ${name} to ${to}`,
  trioAdded: 'ask the same of mother and father',
  setAdded: (name: string) => `add criteria set ${name}`,
  setDeleted: (name: string) => `delete criteria set ${name}`,
  setRenamed: (name: string) => `rename criteria set ${name}`,
  aboutChanged: (name: string) => `change whom ${name} is about`,
  countChanged: (name: string) => `change the count of ${name}`,
  ruleChanged: (name: string, verb: 'add' | 'remove' | 'change') => `${verb} the date rule of ${name}`,
  joined: 'combine filters with “or”',
  separated: 'separate filters with “and”',
  setsJoined: 'combine criteria sets with “or”',
  setsSeparated: 'separate criteria sets with “and”',
  regrouped: 'group filters anew',
  reordered: 'reorder filters',
  other: 'the last change',
} as const;

/** Sentences about the set that a new filter joins. */
export const placementWords = {
  which: (noun: string) => `Which ${noun}?`,
  same: (set: string) => `The one of “${set}”`,
  waiting: (set: string) => `The one of “${set}”, still without filters`,
  another: (noun: string) => `Another ${noun}: a new criteria set`,
  own: (noun: string) => `The ${noun}`,
} as const;

/** Sentences about the count as a function of each bound. */
export const curveWords = {
  title: 'Your cohort by each bound',
  lines: ['With this lower bound', 'With this upper bound'],
  hint: 'Click or drag on the curve, or use the arrow keys on its handles, to choose a bound.',
  lower: 'Lower bound',
  upper: 'Upper bound',
  counted: (bound: string, count: string) => `${bound}: ${count}`,
  none: 'There is no range to count here.',
  summary: (name: string, bins: string, most: string) =>
    `${name}: what your cohort would be by each bound, at ${bins}, at most ${most}.`,
} as const;

/** Every sentence of the cohort's overview. */
export const overviewWords = {
  title: 'Your cohort against everyone',
  everybody: 'All data',
  cohort: 'Active cohort',
  notShown: 'There is nothing to draw here, or these data are not open to you.',
  nothing: 'There is nothing to compare here: one value only, or values that occur once each.',
  hint: 'A click on a bar adds it to your filters.',
  bars: (name: string) => `Bars of ${name}; each adds its filter`,
  choose: 'Choose charts',
  none: 'No chart is chosen.',
} as const;

/** Sentences of the dialog in which people choose the charts of the overview. */
export const chartsWords = {
  title: 'Charts of the overview',
  concepts: 'Concepts',
  chosen: 'Charts',
  hint: 'They are drawn in this order, for you, in this browser. Texts and terms of an ontology have no chart here.',
  nothing: 'Nothing is changed.',
  changed: 'The charts are changed.',
  waiting: 'Your choice of charts is not applied yet.',
  discarded: 'Your choice of charts was discarded.',
  tooMany: (max: number) => `At most ${max} charts are drawn.`,
  usual: 'Charts of the dataset',
  position: (name: string, index: number, of: number) => `${name} is chart ${index} of ${of}.`,
} as const;

/** What is said about values that are near the chosen ones. */
export const unchosenWords = {
  title: 'Values you did not choose',
  none: 'The data have no other values like these.',
  add: (value: string) => `Also choose ${value}`,
  reasons: {
    spelling: 'Another spelling',
    words: 'Has the same words',
    sibling: 'Beside it in the ontology',
    similar: 'Shares an unusual word',
    unknown: 'A code that the ontology does not hold: include unrecognised codes',
  },
} as const;

/** What is said about values that a search has added. */
export const findWords = {
  added: (name: string) => `Added ${name}`,
} as const;
