import type { AxisLabel } from '@atrium/contract';
import { gridWords } from '../words.ts';
import { labelText, notSet } from './axisLabels.ts';
import classes from './Grid.module.css';

/** The text of a header; the bucket of missing values is set apart. */
export function AxisHeader({ label }: { readonly label: AxisLabel }) {
  if (label === notSet) {
    return (
      <span className={classes.notSet} data-tip={gridWords.notSet}>
        {notSet}
      </span>
    );
  }
  return <span className={classes.label}>{labelText(label)}</span>;
}
