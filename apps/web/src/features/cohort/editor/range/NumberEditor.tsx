import type { NumberStatistics } from '@atrium/contract';
import { TextInput } from '@mantine/core';
import { shownCount, shownNumber } from '../../numbers.ts';
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
          placeholder={shownNumber(stats?.min ?? null)}
          value={draft.min}
          onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
        />
        <TextInput
          label="Max"
          inputMode="decimal"
          autoComplete="off"
          placeholder={shownNumber(stats?.max ?? null)}
          value={draft.max}
          onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
        />
      </div>
      {stats !== undefined && (
        <Distribution
          name={name}
          facts={[
            ['Entries', shownCount(stats.countNonNull)],
            ['Min', shownNumber(stats.min)],
            ['Mean', shownNumber(stats.avg)],
            ['Max', shownNumber(stats.max)],
          ]}
          histogram={statistics?.histogramData ?? []}
        />
      )}
    </>
  );
}
