import { inSentence } from '@atrium/contract/calendar/numerals';
import { type CountRule, countOperators, oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import { aboutSubject } from '@atrium/contract/wire/cohortTransformation';
import { NativeSelect } from '@mantine/core';
import { relativeWords, setWords } from '../criteriaSet/criteriaSetWords.ts';
import { setName } from '../setName.ts';
import classes from './CriteriaSetCard.module.css';
import type { CriteriaSetCardProps } from './SetEntries.tsx';

/** Whom a set is about, and the choice of somebody else; nothing in a dataset without families (rules 2.25 and 2.29). */
export function AboutSelect({ set, collections, actions }: CriteriaSetCardProps) {
  const root = collections?.find(({ isRootCollection }) => isRootCollection);
  if (root?.relatives === undefined || set.about === oneOfFamily) return null;
  const choices = [aboutSubject, ...root.relatives] as const;
  const counts = countsWith(set.familyCount);
  return (
    <div className={classes.about}>
      <span aria-hidden>{setWords.about}</span>
      <NativeSelect
        size="xs"
        variant="unstyled"
        aria-label={setWords.aboutWhom(setName(set))}
        data={choices.map((value) => ({
          value,
          label: value === aboutSubject ? setWords.subject(inSentence(root.name)) : relativeWords[value],
        }))}
        value={set.about ?? aboutSubject}
        onChange={({ currentTarget }) => {
          const about = choices.find((one) => one === currentTarget.value);
          if (about !== undefined)
            actions.edit([{ kind: 'set_criteria_set_about', entryId: set.entryId, about }]);
        }}
      />
      {set.about === 'any_member' && (
        <NativeSelect
          size="xs"
          variant="unstyled"
          aria-label={setWords.howManyOf(setName(set))}
          data={counts.map(wordsOf)}
          value={wordsOf(set.familyCount ?? oneOrMore)}
          onChange={({ currentTarget }) => {
            const chosen = counts.find((one) => wordsOf(one) === currentTarget.value);
            if (chosen === undefined) return;
            const { operator, value: count } = chosen;
            const { entryId } = set;
            actions.edit([{ kind: 'set_criteria_set_about', entryId, about: 'any_member', operator, count }]);
          }}
        />
      )}
    </div>
  );
}

const oneOrMore: CountRule = { operator: 'at least', value: 1 };
const wordsOf = ({ operator, value }: CountRule): string => `${operator} ${value}`;

const offered: readonly CountRule[] = countOperators.flatMap((operator) =>
  [0, 1, 2, 3, 4, 5].map((value): CountRule => ({ operator, value })).filter(isQuestion),
);

/** "At least 0" asks nothing, and "at most 0" is "exactly 0". */
function isQuestion({ operator, value }: CountRule): boolean {
  return value > 0 || operator === 'exactly';
}

/** What is offered, and what the set has. */
const countsWith = (held: CountRule | undefined): readonly CountRule[] =>
  held === undefined || offered.some((one) => wordsOf(one) === wordsOf(held)) ? offered : [...offered, held];
