import type { DateStatistics } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import type { DraftOf } from '../editorState.ts';
import classes from './range.module.css';
import type { RangeEditorProps } from './rangeEditorProps.ts';

interface DateBoundsProps extends Pick<RangeEditorProps<DraftOf<'date'>>, 'draft' | 'onChange' | 'errors'> {
  readonly yearsOnly: boolean;
  readonly stats: DateStatistics['stats'] | undefined;
}

/** First and last day, or first and last year for whoever may see years only; both inclusive. */
export function DateBounds({ draft, onChange, yearsOnly, stats, errors }: DateBoundsProps) {
  const shown = (value: string) => (yearsOnly ? value.slice(0, 4) : value);
  const look = yearsOnly
    ? { type: 'number', min: 1500, max: 2200, step: 1 }
    : { type: 'date', min: '1500-01-01', max: '2200-12-31' };
  return (
    <div className={classes.bounds}>
      <TextInput
        {...look}
        label={yearsOnly ? 'From year' : 'From'}
        placeholder={String(stats?.min ?? '')}
        value={shown(draft.min)}
        error={errors.min}
        onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
      />
      <TextInput
        {...look}
        label={yearsOnly ? 'To year' : 'To'}
        placeholder={String(stats?.max ?? '')}
        value={shown(draft.max)}
        error={errors.max}
        onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
      />
    </div>
  );
}
