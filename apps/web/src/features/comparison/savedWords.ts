import type { Lacked } from '@atrium/contract/endpoints/savedComparison';
import { formatCount } from '../../lib/formatNumber.ts';

interface Changed {
  readonly changed: number;
  readonly of: number;
}

const some = ({ changed, of }: Changed, what: string): string =>
  `${formatCount(changed)} of ${formatCount(of)} ${what}`;

export const savedWords = {
  title: 'Saved comparison',
  save: 'Save in this report',
  saveNew: 'Save in a report',
  saving: 'Saving the comparison',
  saved: (version: number) => `The comparison is saved in version ${version} of the report.`,
  saveFailed: 'The comparison could not be saved.',
  onlySaved: 'The report is saved, but not the comparison.',
  toReport: 'To the report',
  reopen: 'Show the saved one',
  loading: 'Opening the comparison of the report',
  failed: 'The comparison of the report could not be opened.',
  cohortFailed: 'Your active cohort could not be opened.',
  about: (name: string) => `Of the cohort of “${name}”`,
  none: (isMine: boolean) =>
    isMine
      ? 'This report keeps no comparison yet. Choose groups, and save them here.'
      : 'This report keeps no comparison yet. What you choose stays in the address only.',
  isSaved: (version: number) => `As version ${version} of the report keeps it.`,
  isOther: (version: number) => `Not as version ${version} of the report keeps it.`,
  sameRelease: 'The data are those on which it was saved.',
  notOpen: 'This comparison cannot be opened with your access.',
  lacking: ({ kind, name }: Lacked): string => {
    switch (kind) {
      case 'concept':
        return `You may not use ${name}.`;
      case 'collection':
        return `You may not use records of ${name}.`;
      case 'days':
        return `Curves need the days of ${name}, and you see years.`;
      case 'report':
        return 'One of its groups is a report that is not shared with you, or deleted.';
      case 'gone':
        return `The data have no ${name} any more.`;
    }
  },
  ask: (creator: string) =>
    `Ask ${creator} to share the reports of its groups, and the contact of the dataset for more access.`,
  forAggregates: 'With your access there are no reports, so no comparison of one can be opened.',
  changes: 'What has changed',
  comparing: 'Comparing with the release on which it was saved',
  changesFailed: 'What has changed could not be found out.',
  notKept:
    'The release on which it was saved is not kept any more, so only subjects of groups can be compared.',
  notKeptAtAll: 'The release on which it was saved is not kept any more, so nothing can be compared.',
  nothing: (from: string) => `Nothing has changed since it was saved on ${from}.`,
  sentence: (
    from: string,
    parts: Readonly<Record<'sizes' | 'rows' | 'curves' | 'pathway', Changed>>,
  ): string => {
    const told = [
      some(parts.sizes, 'groups have other subjects'),
      ...(parts.rows.of === 0 ? [] : [some(parts.rows, 'figures of Table 1 changed')]),
      ...(parts.curves.of === 0 ? [] : [some(parts.curves, 'figures of the curves changed')]),
      ...(parts.pathway.of === 0 ? [] : [some(parts.pathway, 'figures of the pathway changed')]),
    ];
    return `Since it was saved on ${from}, ${told.length < 2 ? told.join('') : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`}.`;
  },
  table: 'Figures that changed',
  heads: ['Figure', 'Group', 'When saved', 'Today'],
  size: 'Subjects',
  difference: 'Std. diff.',
  test: 'Test',
  curve: (time: string) => `Curve at ${time}`,
  median: 'Curve: median',
  followed: 'Curve: followed',
  events: 'Curve: with the event',
  noEstimate: 'none',
  reached: (stage: number) => `Pathway: reached stage ${stage}`,
  wait: (stage: number) => `Pathway: wait for stage ${stage}`,
  notThere: 'not there',
  all: 'all',
  more: (count: number) => `${formatCount(count)} more figures changed.`,
} as const;
