import { daysOfCalendarYear } from '@atrium/contract/calendar/days';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { DistanceUnit } from './distance.ts';
import { ruleWords } from './eventRuleWords.ts';
import classes from './TimeLine.module.css';

interface TimeLineProps {
  /** In days from the other event; negative is before it. */
  readonly range: readonly [start: number, end: number];
  readonly unit: DistanceUnit;
  readonly own: string;
  readonly other: string;
}

/** What a relative rule matches: the other event, and the stretch of time in which this one must lie. */
export function TimeLine({ range, unit, own, other }: TimeLineProps) {
  const [start, end] = range;
  const first = Math.min(0, start);
  const last = Math.max(0, end);
  const margin = (last - first || 1) * 0.12;
  const shareOf = (day: number): number => (day - first + margin) / (last - first + 2 * margin);
  const at = (day: number): string => `${100 * shareOf(day)}%`;
  /** Near an end of the line a label grows away from it. */
  const labelAt = (day: number) => {
    const share = shareOf(day);
    return { left: at(day), transform: `translateX(${share < 0.3 ? 0 : share > 0.7 ? -100 : -50}%)` };
  };
  /** A label that is alone at its height takes all the room there is. */
  const loneLabelAt = (day: number) => {
    const share = shareOf(day);
    const room = share < 0.3 ? 1 - share : share > 0.7 ? share : 2 * Math.min(share, 1 - share);
    return { ...labelAt(day), maxWidth: `${100 * room}%` };
  };
  const ends = [...new Set(range)].filter((day) => day !== 0);
  const words = range.map((day) => distanceWords(day, unit)).join(' – ');
  return (
    <div className={classes.line} role="img" aria-label={ruleWords.line(own, words, other)}>
      <span className={classes.axis} />
      <span className={classes.band} style={{ left: at(start), right: `calc(100% - ${at(end)})` }} />
      <span className={classes.own} style={loneLabelAt((start + end) / 2)}>
        {own}
      </span>
      <span className={classes.event} style={{ left: at(0) }} />
      <span className={classes.other} style={loneLabelAt(0)}>
        {other}
      </span>
      {ends.map((day) => (
        <span key={day} className={classes.tick} style={labelAt(day)}>
          {distanceWords(day, unit)}
        </span>
      ))}
    </div>
  );
}

function distanceWords(days: number, unit: DistanceUnit): string {
  if (days === 0) return ruleWords.sameTime;
  const side = days < 0 ? ruleWords.directions.before : ruleWords.directions.after;
  const size = Math.abs(days);
  const quantity =
    unit === 'days'
      ? formatQuantity(size, 'day', 'days')
      : formatQuantity(Math.round((10 * size) / daysOfCalendarYear) / 10, 'year', 'years');
  return `${quantity} ${side}`;
}
