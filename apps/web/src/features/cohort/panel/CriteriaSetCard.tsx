import { inSentence } from '@atrium/contract/calendar/numerals';
import { Button } from '@mantine/core';
import { TriangleAlert } from '../../../ui/icons.ts';
import { polarityWords } from '../cohortWords.ts';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import classes from './CriteriaSetCard.module.css';
import { EventRuleRow } from './EventRuleRow.tsx';
import type { CriteriaSetCardProps } from './SetEntries.tsx';
import { SetEntries } from './SetEntries.tsx';
import { SetHead } from './SetHead.tsx';

/** One criteria set: what its records must meet, joined by "and", alternatives by "or". */
export function CriteriaSetCard(props: CriteriaSetCardProps) {
  const { set, actions } = props;
  return (
    <div
      className={classes.set}
      data-pending={actions.isPending(set.entryId)}
      aria-busy={actions.isPending(set.entryId)}
    >
      <SetHead {...props} />
      {set.hasErrors === true && (
        <p className={classes.fault}>
          <TriangleAlert size={14} aria-hidden /> {setWords.gone}
        </p>
      )}
      {set.eventRuleLabel !== undefined && (
        <EventRuleRow set={set} label={set.eventRuleLabel} actions={actions} />
      )}
      {set.eventRuleLabel !== undefined && set.entries.length > 0 && (
        <span className={classes.word}>and</span>
      )}
      <SetEntries {...props} />
      {set.unsaidPolarity !== undefined && set.hasErrors !== true && <UnsaidPolarity {...props} />}
    </div>
  );
}

/** Says that present and absent records count alike, and offers to count the present ones only (rule 3.25). */
function UnsaidPolarity({ set, collections, actions }: CriteriaSetCardProps) {
  const { unsaidPolarity } = set;
  if (unsaidPolarity === undefined) return null;
  const { conceptId, name } = unsaidPolarity;
  const own = collections?.find(({ collectionId }) => collectionId === set.collectionId);
  const records = inSentence(own?.namePlural ?? 'records');
  const onlyPresent = () =>
    actions.edit([{ kind: 'add_entry', conceptId, criteriaSet: set.entryId, polarity: 'present' }]);
  return (
    <div className={classes.hint}>
      <TriangleAlert size={14} aria-hidden />
      <span>
        {polarityWords.unsaid(records, name)}{' '}
        <Button size="compact-xs" variant="subtle" onClick={onlyPresent}>
          {polarityWords.onlyPresent}
        </Button>
      </span>
    </div>
  );
}
