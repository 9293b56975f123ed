import type { DateStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import { NativeSelect, Tabs, TextInput } from '@mantine/core';
import { type CountedNouns, capital } from '../../../../../api/nouns.ts';
import { formatCount } from '../../../../../lib/formatNumber.ts';
import type { CohortPart } from '../../values/cohortPart.ts';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import type { ConceptKind, KindEditorProps } from '../kind.ts';
import { Distribution } from '../measured/Distribution.tsx';
import { boundHint, hasNoFigures } from '../measured/measure.ts';
import classes from '../measured/measured.module.css';
import {
  asDates,
  type DateDraft,
  dateDraft,
  dateMeasure,
  datesToFilter,
  dayChoiceLabel,
  dayChoicesFor,
  inDateTab,
  initialDates,
  isYearsOnly,
  permittedDates,
  permittedDays,
  typedDates,
} from './dateDraft.ts';

type DateEditorProps = KindEditorProps<DateDraft>;

/** Two ways to say when: between two dates (inclusive), or within days up to today. */
const DateEditor = (props: DateEditorProps) => (
  <CountedValues {...props} look="tabs" isEmpty={hasNoFigures}>
    {(found, part) => <Dates {...props} statistics={asDates(found)} part={part} />}
  </CountedValues>
);

export const dateKind: ConceptKind<DateDraft> = {
  name: 'Date',
  draft: dateDraft,
  initial: initialDates,
  toFilter: datesToFilter,
  Editor: DateEditor,
  typed: typedDates,
  permitted: permittedDates,
  inTab: inDateTab,
};

interface DatesProps extends Omit<DateEditorProps, 'statistics'> {
  readonly statistics: DateStatistics | null;
  /** The same figures for the active cohort, where they are drawn over those of everybody. */
  readonly part: CohortPart;
}

function Dates({ statistics, part, ...props }: DatesProps) {
  const { draft, errors } = props;
  const stats = statistics?.stats;
  const yearsOnly = isYearsOnly(statistics);
  const daysAgo = permittedDays(draft.daysAgo, yearsOnly);
  const onChange = (next: DateDraft) => {
    props.onChange(next);
    if (next.mode !== draft.mode) props.onTab(next.mode);
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
          part={part}
          found={statistics}
          measure={dateMeasure}
          hasNoBounds={draft.mode === 'relative_to_today'}
          facts={[
            ...subjectFact(props.nouns, stats.uniquePatients),
            ['Min', String(stats.min ?? '–')],
            ['Max', String(stats.max ?? '–')],
          ]}
        />
      )}
    </>
  );
}

/** How many subjects there are, where a record is not a subject. */
const subjectFact = ({ record, subject }: CountedNouns, count: ShownCount) =>
  record === subject ? [] : [[capital(subject.many), formatCount(count)] as const];

interface DateBoundsProps extends Pick<DateEditorProps, 'draft' | 'onChange' | 'errors'> {
  readonly yearsOnly: boolean;
  readonly stats: DateStatistics['stats'] | undefined;
}

/** First and last day, or first and last year for members who may see years only; both inclusive. */
function DateBounds({ draft, onChange, yearsOnly, stats, errors }: DateBoundsProps) {
  const shown = (value: string) => (yearsOnly ? value.slice(0, 4) : value);
  const look = yearsOnly
    ? { type: 'number', min: 1500, max: 2200, step: 1 }
    : { type: 'date', min: '1500-01-01', max: '2200-12-31' };
  return (
    <div className={classes.bounds}>
      <TextInput
        {...look}
        label={yearsOnly ? 'From year' : 'From'}
        placeholder={boundHint('min', stats?.min)}
        value={shown(draft.min)}
        error={errors.min}
        onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
      />
      <TextInput
        {...look}
        label={yearsOnly ? 'To year' : 'To'}
        placeholder={boundHint('max', stats?.max)}
        value={shown(draft.max)}
        error={errors.max}
        onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
      />
    </div>
  );
}
