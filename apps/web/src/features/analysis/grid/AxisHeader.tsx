import type { AxisLabel } from '@atrium/contract';
import { gridWords } from '../words.ts';
import { labelText, notSet } from './axisLabels.ts';
import classes from './Grid.module.css';

interface AxisHeaderProps {
  readonly label: AxisLabel;
  /** Where the label of a group stays in sight while the group is scrolled, in pixels. */
  readonly stays?: { readonly left: number } | { readonly top: number };
}

/** The text of a header; the bucket of missing values is set apart. */
export function AxisHeader({ label, stays }: AxisHeaderProps) {
  const isMissing = label === notSet;
  const look = isMissing ? classes.notSet : classes.label;
  return (
    <span
      className={stays === undefined ? look : `${look} ${classes.stays}`}
      style={stays}
      data-tip={isMissing ? gridWords.notSet : undefined}
    >
      {labelText(label)}
    </span>
  );
}
