import type { Proposal } from '@atrium/contract/wire/assistant';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { describeChange } from '../describeChange.ts';
import { filterViews } from '../findFilter.ts';
import { textOf } from '../textOf.ts';
import { proposalWords as words } from './proposalWords.ts';

/** A sentence for each edit that is proposed, with the whole condition of a filter that it adds or changes. */
export const proposedChanges = ({ before, steps }: Pick<Proposal, 'before' | 'steps'>): readonly string[] =>
  steps.map((after, index) => changeOf(steps[index - 1] ?? before, after));

function changeOf(before: CohortView, after: CohortView): string {
  if (JSON.stringify(before.definition) === JSON.stringify(after.definition)) return capital(words.unchanged);
  const had = new Set(filterViews(before).map(({ label }) => label));
  const labels = filterViews(after).filter(({ label }) => !had.has(label));
  const conditions = labels.map(({ label }) => textOf(label)).join('; ');
  return capital(describeChange(before, after)) + (conditions === '' ? '' : words.now(conditions));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
