import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import { ActionIcon } from '@mantine/core';
import { CalendarRange, Pencil, TriangleAlert, X } from '../../../ui/icons.ts';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { setName } from '../setName.ts';
import classes from './CriteriaSetCard.module.css';
import type { PanelActions } from './panelActions.ts';

interface EventRuleRowProps {
  readonly set: CriteriaSetView;
  readonly label: string;
  readonly actions: PanelActions;
}

/** When the records of a set must have happened, with the ways to change and to remove that. */
export function EventRuleRow({ set, label, actions }: EventRuleRowProps) {
  const name = setName(set);
  return (
    <div className={classes.event}>
      <CalendarRange size={15} aria-hidden />
      <span className={classes.eventWords}>
        <SafeHtml html={label} />
        {set.eventRuleError === true && (
          <span className={classes.eventFault}>
            <TriangleAlert size={14} aria-hidden /> {setWords.ruleFault}
          </span>
        )}
      </span>
      <span className={classes.tools}>
        {set.canEditEventRule !== false && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            data-focus={`rule ${set.entryId}`}
            aria-label={setWords.editRule(name)}
            title={setWords.editRule(name)}
            onClick={() => actions.openRule(set)}
          >
            <Pencil size={14} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="red"
          size={24}
          aria-label={setWords.removeRule(name)}
          title={setWords.removeRule(name)}
          onClick={() => actions.remove(set, 'rule')}
        >
          <X size={15} />
        </ActionIcon>
      </span>
    </div>
  );
}
