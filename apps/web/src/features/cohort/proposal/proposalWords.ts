import type { Proposal } from '@atrium/contract/wire/assistant';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { describeChange } from '../describeChange.ts';
import { filterViews } from '../findFilter.ts';
import { textOf } from '../textOf.ts';

/** Every sentence about what an assistant proposes. */
export const proposalWords = {
  title: (assistant: string) => `“${assistant}” proposes to change this cohort`,
  says: 'It says:',
  list: 'Proposed changes',
  unchanged: 'changes nothing',
  now: (label: string) => `: ${label}`,
  stale: 'The cohort has changed since, so this cannot be applied. Ask the program again.',
  apply: 'Apply',
  refuse: 'Refuse',
  applied: 'The proposed changes are applied. Undo takes them back as one step.',
  refused: 'The proposal is refused',
  part: 'what programs propose',
} as const;

/** A sentence for each edit that is proposed, with the whole condition of a filter that it adds or changes. */
export const proposedChanges = ({ before, steps }: Pick<Proposal, 'before' | 'steps'>): readonly string[] =>
  steps.map((after, index) => changeOf(steps[index - 1] ?? before, after));

function changeOf(before: CohortView, after: CohortView): string {
  if (JSON.stringify(before.definition) === JSON.stringify(after.definition))
    return capital(proposalWords.unchanged);
  const had = new Set(filterViews(before).map(({ label }) => label));
  const labels = filterViews(after).filter(({ label }) => !had.has(label));
  const conditions = labels.map(({ label }) => textOf(label)).join('; ');
  return capital(describeChange(before, after)) + (conditions === '' ? '' : proposalWords.now(conditions));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
