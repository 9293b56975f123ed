import { inSentence } from '@atrium/contract/calendar/numerals';
import { aboutSubject } from '@atrium/contract/wire/cohortTransformation';
import { NativeSelect } from '@mantine/core';
import { relativeWords, setWords } from '../criteriaSet/criteriaSetWords.ts';
import { setName } from '../setName.ts';
import classes from './CriteriaSetCard.module.css';
import type { CriteriaSetCardProps } from './SetEntries.tsx';

/** Whom a set is about, and the choice of somebody else; nothing in a dataset without families (rule 2.25). */
export function AboutSelect({ set, collections, actions }: CriteriaSetCardProps) {
  const root = collections?.find(({ isRootCollection }) => isRootCollection);
  if (root?.relatives === undefined) return null;
  const choices = [aboutSubject, ...root.relatives] as const;
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
    </div>
  );
}
