import classes from './GroupedBars.module.css';
import type { PlacedBar } from './groupedLayout.ts';

interface GroupedTipProps {
  readonly bar: PlacedBar;
  readonly groups: readonly string[];
  readonly names: readonly string[];
  readonly left: number;
  readonly top: number;
}

/** The figure of the bar under the pointer. */
export const GroupedTip = ({ bar, groups, names, left, top }: GroupedTipProps) => (
  <div className={classes.tip} style={{ left, top }} aria-hidden>
    <strong>{bar.value.shown}</strong> {groups[bar.group]}
    {names.length > 1 && ` · ${names[bar.series] ?? ''}`}
  </div>
);
