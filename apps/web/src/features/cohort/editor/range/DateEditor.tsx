import type { DateStatistics } from '@atrium/contract';
import { NativeSelect, Tabs } from '@mantine/core';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { dayChoiceLabel, dayChoicesFor, possibleDays } from '../dayChoices.ts';
import type { DateMode, DraftOf } from '../editorState.ts';
import { isYearsOnly } from '../statisticsShapes.ts';
import { DateBounds } from './DateBounds.tsx';
import { Distribution } from './Distribution.tsx';
import { dateMeasure } from './measure.ts';
import type { RangeEditorProps } from './rangeEditorProps.ts';

interface DateEditorProps extends RangeEditorProps<DraftOf<'date'>> {
  readonly statistics: DateStatistics | null;
  /** The other tab was opened. */
  readonly onMode: (mode: DateMode) => void;
}

/** Two ways to say when: between two dates (inclusive), or within days up to today. */
export function DateEditor({ statistics, onMode, ...props }: DateEditorProps) {
  const { draft, errors } = props;
  const stats = statistics?.stats;
  const yearsOnly = isYearsOnly(statistics);
  const daysAgo = possibleDays(draft.daysAgo, yearsOnly);
  const onChange = (next: DraftOf<'date'>) => {
    props.onChange(next);
    if (next.mode !== draft.mode) onMode(next.mode);
  };
  const toMode = (mode: string | null) =>
    mode === 'relative_to_today'
      ? onChange({ ...draft, mode, daysAgo })
      : onChange({ ...draft, mode: 'date_range' });
  return (
    <>
      <Tabs value={draft.mode} onChange={toMode} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="date_range">Date range</Tabs.Tab>
          <Tabs.Tab value="relative_to_today">Relative to today</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="date_range">
          <DateBounds draft={draft} onChange={onChange} yearsOnly={yearsOnly} stats={stats} errors={errors} />
        </Tabs.Panel>
        <Tabs.Panel value="relative_to_today">
          <NativeSelect
            label="Within the last"
            maw={260}
            value={String(daysAgo)}
            error={errors.daysAgo}
            onChange={(event) => onChange({ ...draft, daysAgo: Number(event.currentTarget.value) })}
            data={dayChoicesFor(yearsOnly, daysAgo).map((days) => ({
              value: String(days),
              label: dayChoiceLabel(days),
            }))}
          />
        </Tabs.Panel>
      </Tabs>
      {statistics !== null && stats !== undefined && (
        <Distribution
          {...props}
          onChange={onChange}
          statistics={statistics}
          measure={dateMeasure}
          facts={[
            ['Subjects', formatCount(stats.uniquePatients)],
            ['Min', String(stats.min ?? '–')],
            ['Max', String(stats.max ?? '–')],
          ]}
        />
      )}
    </>
  );
}
