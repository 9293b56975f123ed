import type { ChoiceStatistics, ShownCount } from '@atrium/contract';
import { Checkbox } from '@mantine/core';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { share } from '../../counts.ts';
import classes from './ChoiceEditor.module.css';

interface ChoiceRowProps {
  readonly value: ChoiceStatistics['values'][number];
  readonly max: ChoiceStatistics['maxCount'];
  /** Entries of the active cohort, where they are drawn over those of everybody. */
  readonly part: ShownCount | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** One value; the whole row is the label of its checkbox, and the bar compares it with the commonest value. */
export function ChoiceRow({ value, max, part, isChosen, onToggle }: ChoiceRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={classes.row} data-chosen={isChosen}>
      <Checkbox checked={isChosen} onChange={onToggle} tabIndex={0} />
      <span className={classes.text}>
        <span className={classes.name}>{value.category}</span>
        <span
          className={classes.counts}
          title={part === undefined ? undefined : `${formatCount(part)} entries in the active cohort`}
        >
          {formatCount(value.count)} entries for {formatCount(value.subjects)} subjects
        </span>
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-whole={part !== undefined}
          style={{ transform: `scaleX(${share(value.count, max)})` }}
        />
        {part !== undefined && (
          <span
            className={`${classes.bar} ${classes.part}`}
            style={{ transform: `scaleX(${share(part, max)})` }}
          />
        )}
      </span>
    </label>
  );
}
