import type { AgeStatistics } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import type { DraftOf } from '../editorState.ts';
import { Distribution } from './Distribution.tsx';
import { ageMeasure } from './measure.ts';
import classes from './range.module.css';
import type { RangeEditorProps } from './rangeEditorProps.ts';

interface AgeEditorProps extends RangeEditorProps<DraftOf<'age'>> {
  readonly statistics: AgeStatistics | null;
}

type Part = Exclude<keyof DraftOf<'age'>, 'kind'>;

/** Ages in years and days; an empty part counts as none. */
export function AgeEditor({ statistics, ...props }: AgeEditorProps) {
  const { draft, onChange, errors } = props;
  const stats = statistics?.stats;
  const field = (part: Part, label: string) => (
    <TextInput
      type="number"
      step={part.endsWith('Day') ? 1 : 'any'}
      label={label}
      placeholder={String(stats?.[part] ?? '')}
      value={draft[part]}
      error={errors[part]}
      onChange={(event) => onChange({ ...draft, [part]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={classes.ages}>
        {field('minYear', 'Min years')}
        {field('minDay', 'Min days')}
        {field('maxYear', 'Max years')}
        {field('maxDay', 'Max days')}
      </div>
      {statistics !== null && stats !== undefined && (
        <Distribution
          {...props}
          statistics={statistics}
          measure={ageMeasure}
          facts={[
            ['Min', shownAge(stats.minYear, stats.minDay)],
            ['Mean', shownAge(stats.avgYear, stats.avgDay)],
            ['Max', shownAge(stats.maxYear, stats.maxDay)],
          ]}
        />
      )}
    </>
  );
}

/** An age as "2 y 30 d". */
export const shownAge = (years: number | null, days: number | null): string =>
  years === null && days === null ? '–' : `${years ?? 0} y ${days ?? 0} d`;
