import type { NumberStatistics } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import { formatNumber } from '../../../../lib/formatNumber.ts';
import type { DraftOf } from '../editorState.ts';
import { Distribution } from './Distribution.tsx';
import { numberMeasure } from './measure.ts';
import classes from './range.module.css';
import type { RangeEditorProps } from './rangeEditorProps.ts';

interface NumberEditorProps extends RangeEditorProps<DraftOf<'range'>> {
  readonly statistics: NumberStatistics | null;
}

/** Lower and upper bound of a number, both inclusive; an empty one is open. */
export function NumberEditor({ statistics, ...props }: NumberEditorProps) {
  const { draft, onChange, errors } = props;
  const stats = statistics?.stats;
  return (
    <>
      <div className={classes.bounds}>
        <TextInput
          label="Min"
          inputMode="decimal"
          autoComplete="off"
          placeholder={shown(stats?.min)}
          value={draft.min}
          error={errors.min}
          onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
        />
        <TextInput
          label="Max"
          inputMode="decimal"
          autoComplete="off"
          placeholder={shown(stats?.max)}
          value={draft.max}
          error={errors.max}
          onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
        />
      </div>
      {statistics !== null && (
        <Distribution
          {...props}
          statistics={statistics}
          measure={numberMeasure}
          facts={[
            ['Min', shown(stats?.min)],
            ['Mean', shown(stats?.avg)],
            ['Max', shown(stats?.max)],
          ]}
        />
      )}
    </>
  );
}

const shown = (value: number | null | undefined): string => (value == null ? '–' : formatNumber(value));
