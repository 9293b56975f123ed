import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { capital, type Noun, quantityOf } from '../../api/nouns.ts';
import { formatCount } from '../../lib/formatNumber.ts';

/** Words of what is expected of a report. */
export const expectationWords = {
  title: 'Expectations',
  detail: 'What must come out on every release of the data. They are judged anew when a release comes.',
  failed: 'The expectations could not be judged',
  none: 'Nothing is expected of this report yet',
  noneDetail: ({ many }: Noun) =>
    `Say how many ${many} there must be, or which must or must not be among them.`,
  noneDetailReader: 'Only the creator of the report can say what is expected of it.',
  hidden: 'How they ended is not shown to you',
  hiddenDetail: ({ many }: Noun) =>
    `The creator of this report sees other ${many} or concepts than you. Their result could reveal data that you may not see.`,
  marks: { met: 'as expected', not_met: 'not as expected', not_run: 'not judged yet' },
  states: {
    met: 'Everything is as expected.',
    not_met: 'Something is not as expected.',
    not_run: 'Not everything could be judged.',
  },
  outcome: { met: 'As expected', not_met: 'Not as expected', not_run: 'Not judged' },
  judgedOn: (release: string, when: string) => `Judged on ${release}, ${when}`,
  noCount: 'The cohort has errors on this release and cannot be counted.',
  between: (least: number, most: number, noun: Noun) =>
    `Between ${formatCount(least)} and ${quantityOf(most, noun)}`,
  atLeast: (least: number, noun: Noun) => `At least ${quantityOf(least, noun)}`,
  atMost: (most: number, noun: Noun) => `At most ${quantityOf(most, noun)}`,
  includes: (who: string) => `Must include ${who}`,
  excludes: (who: string) => `Must not include ${who}`,
  missing: (who: string) => `Missing: ${who}`,
  unwanted: (who: string) => `In the cohort: ${who}`,
  idsHidden: ({ many }: Noun) => `You do not see the ids of ${many}, so this is not judged for you.`,
  again: 'Judge again',
  change: 'Change',
  say: 'Say what you expect',
  dialogTitle: 'Expectations',
  dialogDetail: 'Saving makes a new version of the report, on the same release.',
  kinds: {
    count: ({ many }: Noun) => `Number of ${many}`,
    includes: ({ many }: Noun) => `${capital(many)} that must be included`,
    excludes: ({ many }: Noun) => `${capital(many)} that must not be included`,
  },
  kind: (number: number) => `Expectation ${number}`,
  least: 'At least',
  most: 'At most',
  ids: 'Ids, one a line',
  add: 'Add an expectation',
  remove: (number: number) => `Remove expectation ${number}`,
  keptIds: (count: number, { many }: Noun) =>
    `${formatQuantity(count, 'expectation')} with ids of ${many}, which you do not see, stay${count === 1 ? 's' : ''} as ${count === 1 ? 'it is' : 'they are'}.`,
  boundMissing: ({ many }: Noun) => `Give the least or the most number of ${many}.`,
  boundsTurned: 'The least number is above the most.',
  idsMissing: ({ one }: Noun) => `Name at least one ${one}.`,
  tooManyIds: ({ many }: Noun) => `Name at most 200 ${many}.`,
  save: 'Save',
  saved: 'The expectations are saved',
} as const;
