import { TextInput } from '@mantine/core';
import { formatNumber } from '../../../../../lib/formatNumber.ts';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import type { ConceptKind, KindEditorProps } from '../kind.ts';
import { Distribution } from '../measured/Distribution.tsx';
import { hasNoFigures } from '../measured/measure.ts';
import classes from '../measured/measured.module.css';
import {
  asNumbers,
  initialNumbers,
  type NumberDraft,
  numberDraft,
  numberMeasure,
  numbersToFilter,
  typedNumbers,
} from './numberDraft.ts';

/** Lower and upper bound of a number, both inclusive; an empty one is open. */
function NumberEditor(props: KindEditorProps<NumberDraft>) {
  const { draft, onChange, errors } = props;
  return (
    <CountedValues {...props} look="histogram" isEmpty={hasNoFigures}>
      {(found, part) => {
        const statistics = asNumbers(found);
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
                part={part}
                found={statistics}
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
      }}
    </CountedValues>
  );
}

const shown = (value: number | null | undefined): string => (value == null ? '–' : formatNumber(value));

export const numberKind: ConceptKind<NumberDraft> = {
  name: 'Number',
  draft: numberDraft,
  initial: initialNumbers,
  toFilter: numbersToFilter,
  Editor: NumberEditor,
  typed: typedNumbers,
};
