import type { DateStatistics } from '@atrium/contract';
import { NativeSelect, Tabs, TextInput } from '@mantine/core';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { dayChoiceLabel, dayChoicesFor } from '../dayChoices.ts';
import type { DraftOf } from '../editorState.ts';
import { Distribution } from './Distribution.tsx';
import classes from './range.module.css';

interface DateEditorProps {
  readonly name: string;
  readonly draft: DraftOf<'date'>;
  readonly onChange: (draft: DraftOf<'date'>) => void;
  readonly statistics: DateStatistics | null;
}

/** Two ways to say when: between two dates (inclusive), or within days up to today. */
export function DateEditor({ name, draft, onChange, statistics }: DateEditorProps) {
  const stats = statistics?.stats;
  const yearsOnly = typeof stats?.min === 'number';
  const choices = dayChoicesFor(yearsOnly);
  const daysAgo = choices.includes(draft.daysAgo) ? draft.daysAgo : (choices[0] ?? draft.daysAgo);
  const toMode = (mode: string | null) =>
    mode === 'relative_to_today'
      ? onChange({ ...draft, mode, daysAgo })
      : onChange({ ...draft, mode: 'date_range' });
  return (
    <>
      <Tabs value={draft.mode} onChange={toMode}>
        <Tabs.List mb="md">
          <Tabs.Tab value="date_range">Date range</Tabs.Tab>
          <Tabs.Tab value="relative_to_today">Relative to today</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="date_range">
          <DateBounds draft={draft} onChange={onChange} yearsOnly={yearsOnly} stats={stats} />
        </Tabs.Panel>
        <Tabs.Panel value="relative_to_today">
          <NativeSelect
            label="Within the last"
            maw={260}
            value={String(daysAgo)}
            onChange={(event) => onChange({ ...draft, daysAgo: Number(event.currentTarget.value) })}
            data={choices.map((days) => ({ value: String(days), label: dayChoiceLabel(days) }))}
          />
        </Tabs.Panel>
      </Tabs>
      {stats !== undefined && (
        <Distribution
          name={name}
          facts={[
            ['Entries', formatCount(stats.countNonNull)],
            ['Subjects', formatCount(stats.uniquePatients)],
            ['Min', String(stats.min ?? '–')],
            ['Max', String(stats.max ?? '–')],
          ]}
          histogram={statistics?.histogramData ?? []}
        />
      )}
    </>
  );
}

interface DateBoundsProps extends Pick<DateEditorProps, 'draft' | 'onChange'> {
  readonly yearsOnly: boolean;
  readonly stats: DateStatistics['stats'] | undefined;
}

function DateBounds({ draft, onChange, yearsOnly, stats }: DateBoundsProps) {
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
        onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
      />
      <TextInput
        {...look}
        label={yearsOnly ? 'To year' : 'To'}
        placeholder={String(stats?.max ?? '')}
        value={shown(draft.max)}
        onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
      />
    </div>
  );
}
