import { TextInput } from '@mantine/core';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import type { ConceptKind, KindEditorProps } from '../kind.ts';
import { Distribution } from '../measured/Distribution.tsx';
import { boundHint, hasNoFigures } from '../measured/measure.ts';
import classes from '../measured/measured.module.css';
import {
  type AgeDraft,
  ageDraft,
  ageMeasure,
  agesToFilter,
  asAges,
  initialAges,
  typedAges,
} from './ageDraft.ts';

type Part = Exclude<keyof AgeDraft, 'kind'>;

/** Ages in years and days; an empty part counts as none. */
function AgeEditor(props: KindEditorProps<AgeDraft>) {
  const { draft, onChange, errors } = props;
  return (
    <CountedValues {...props} look="histogram" isEmpty={hasNoFigures}>
      {(found, part) => {
        const statistics = asAges(found);
        const stats = statistics?.stats;
        const field = (name: Part, label: string) => (
          <TextInput
            type="number"
            step={name.endsWith('Day') ? 1 : 'any'}
            label={label}
            placeholder={boundHint(name.startsWith('min') ? 'min' : 'max', stats?.[name])}
            value={draft[name]}
            error={errors[name]}
            onChange={(event) => onChange({ ...draft, [name]: event.currentTarget.value })}
          />
        );
        return (
          <>
            <div className={classes.ages}>
              {field('minYear', 'Min years')}
              {field('minDay', 'Min days')}
              {field('maxYear', 'Max years')}
              {field('maxDay', 'Max days')}
            </div>
            {statistics !== null && stats !== undefined && (
              <Distribution
                {...props}
                part={part}
                found={statistics}
                measure={ageMeasure}
                facts={[
                  ['Min', shownAge(stats.minYear, stats.minDay)],
                  ['Mean', shownAge(stats.avgYear, stats.avgDay)],
                  ['Max', shownAge(stats.maxYear, stats.maxDay)],
                ]}
              />
            )}
          </>
        );
      }}
    </CountedValues>
  );
}

/** An age as "2 y 30 d". */
const shownAge = (years: number | null, days: number | null): string =>
  years === null && days === null ? '–' : `${years ?? 0} y ${days ?? 0} d`;

export const ageKind: ConceptKind<AgeDraft> = {
  name: 'Age',
  draft: ageDraft,
  initial: initialAges,
  toFilter: agesToFilter,
  Editor: AgeEditor,
  typed: typedAges,
};
