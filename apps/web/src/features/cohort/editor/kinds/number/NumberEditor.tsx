import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { TextInput } from '@mantine/core';
import { formatExact, formatNumber } from '../../../../../lib/formatNumber.ts';
import type { CohortPart } from '../../values/cohortPart.ts';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import type { ConceptKind, DrawnEditor, KindEditorProps } from '../kind.ts';
import { Distribution } from '../measured/Distribution.tsx';
import { boundHint, hasNoFigures } from '../measured/measure.ts';
import classes from '../measured/measured.module.css';
import {
  asNumbers,
  initialNumbers,
  measureOfNumbers,
  type NumberDraft,
  numberDraft,
  numbersToFilter,
  type TypedBounds,
  typedNumbers,
} from './numberDraft.ts';

const NumberEditor = (props: KindEditorProps<NumberDraft>) => (
  <CountedValues {...props} look="histogram" isEmpty={hasNoFigures}>
    {(found, part) => <NumberBounds {...props} found={found} part={part} />}
  </CountedValues>
);

interface NumberBoundsProps<Draft extends TypedBounds> extends DrawnEditor<Draft> {
  readonly found: ConceptStatistics;
  readonly part: CohortPart;
  readonly errors: Readonly<Partial<Record<'min' | 'max', string>>>;
}

/** Lower and upper bound of a number, both inclusive; an empty one is open. Below, its histogram. */
export function NumberBounds<Draft extends TypedBounds>(props: NumberBoundsProps<Draft>) {
  const { draft, onChange, errors } = props;
  const statistics = asNumbers(props.found);
  const stats = statistics?.stats;
  return (
    <>
      <div className={classes.bounds}>
        <TextInput
          label="Min"
          inputMode="decimal"
          autoComplete="off"
          placeholder={boundHint('min', exactOrNull(stats?.min))}
          value={draft.min}
          error={errors.min}
          onChange={(event) => onChange({ ...draft, min: event.currentTarget.value })}
        />
        <TextInput
          label="Max"
          inputMode="decimal"
          autoComplete="off"
          placeholder={boundHint('max', exactOrNull(stats?.max))}
          value={draft.max}
          error={errors.max}
          onChange={(event) => onChange({ ...draft, max: event.currentTarget.value })}
        />
      </div>
      {statistics !== null && (
        <Distribution
          {...props}
          found={statistics}
          measure={measureOfNumbers<Draft>()}
          facts={[
            ['Min', shown(stats?.min)],
            ['Mean', stats?.avg == null ? '–' : formatNumber(stats.avg)],
            ['Max', shown(stats?.max)],
          ]}
        />
      )}
    </>
  );
}

const exactOrNull = (value: number | null | undefined): string | null =>
  value == null ? null : formatExact(value);

const shown = (value: number | null | undefined): string => exactOrNull(value) ?? '–';

export const numberKind: ConceptKind<NumberDraft> = {
  name: 'Number',
  draft: numberDraft,
  initial: initialNumbers,
  toFilter: numbersToFilter,
  Editor: NumberEditor,
  typed: typedNumbers,
};
