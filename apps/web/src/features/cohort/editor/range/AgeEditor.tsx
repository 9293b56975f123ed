import type { AgeStatistics } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import { formatCount } from '../../../../lib/formatNumber.ts';
import type { DraftOf } from '../editorState.ts';
import { Distribution } from './Distribution.tsx';
import classes from './range.module.css';

interface AgeEditorProps {
  readonly name: string;
  readonly draft: DraftOf<'age'>;
  readonly onChange: (draft: DraftOf<'age'>) => void;
  readonly statistics: AgeStatistics | null;
}

type Part = Exclude<keyof DraftOf<'age'>, 'kind'>;

/** Ages in years and days; an empty part counts as none. */
export function AgeEditor({ name, draft, onChange, statistics }: AgeEditorProps) {
  const stats = statistics?.stats;
  const field = (part: Part, label: string) => (
    <TextInput
      type="number"
      step={1}
      label={label}
      placeholder={String(stats?.[part] ?? '')}
      value={draft[part]}
      onChange={(event) => onChange({ ...draft, [part]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <div className={classes.bounds}>
        {field('minYear', 'Min years')}
        {field('minDay', 'Min days')}
        {field('maxYear', 'Max years')}
        {field('maxDay', 'Max days')}
      </div>
      {stats !== undefined && (
        <Distribution
          name={name}
          facts={[
            ['Entries', formatCount(stats.countNonNull)],
            ['Min', shownAge(stats.minYear, stats.minDay)],
            ['Mean', shownAge(stats.avgYear, stats.avgDay)],
            ['Max', shownAge(stats.maxYear, stats.maxDay)],
          ]}
          histogram={statistics?.histogramData ?? []}
        />
      )}
    </>
  );
}

/** An age as "2 y 30 d". */
export const shownAge = (years: number | null, days: number | null): string =>
  years === null && days === null ? '–' : `${years ?? 0} y ${days ?? 0} d`;
