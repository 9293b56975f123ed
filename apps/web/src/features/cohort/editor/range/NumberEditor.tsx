import type { NumberStatistics } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import { formatCount, formatNumber } from '../../../../lib/formatNumber.ts';
import type { DraftOf } from '../editorState.ts';
import { Distribution } from './Distribution.tsx';
import classes from './range.module.css';

interface NumberEditorProps {
  readonly name: string;
  readonly draft: DraftOf<'range'>;
  readonly onChange: (draft: DraftOf<'range'>) => void;
  readonly statistics: NumberStatistics | null;
}

/** Lower and upper bound of a number, both inclusive; an empty one is open. */
export function NumberEditor({ name, draft, onChange, statistics }: NumberEditorProps) {
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
          onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
        />
        <TextInput
          label="Max"
          inputMode="decimal"
          autoComplete="off"
          placeholder={shown(stats?.max)}
          value={draft.max}
          onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
        />
      </div>
      {stats !== undefined && (
        <Distribution
          name={name}
          facts={[
            ['Entries', formatCount(stats.countNonNull)],
            ['Min', shown(stats.min)],
            ['Mean', shown(stats.avg)],
            ['Max', shown(stats.max)],
          ]}
          histogram={statistics?.histogramData ?? []}
        />
      )}
    </>
  );
}

const shown = (value: number | null | undefined): string => (value == null ? '–' : formatNumber(value));
