import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { useMemo } from 'react';
import { type CohortPart, totalsOf } from '../../values/cohortPart.ts';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import { UnchosenValues } from '../../values/UnchosenValues.tsx';
import { ValueChart } from '../../values/ValueChart.tsx';
import { type ConceptKind, chartFileName, type KindEditorProps, toggleIn } from '../kind.ts';
import { asChoices, type ChoiceDraft, choiceDraft, choiceToFilter, initialChoice } from './choiceDraft.ts';
import { countsByValue, manyValues, ValueList } from './ValueList.tsx';

/** A checkbox for each value, with how often it occurs; below, the same as a chart. */
const ChoiceEditor = (props: KindEditorProps<ChoiceDraft>) => (
  <CountedValues {...props} isEmpty={(found) => asChoices(found)?.values.length === 0}>
    {(found, part) => <Choices {...props} found={found} part={part} />}
  </CountedValues>
);

interface ChoicesProps extends KindEditorProps<ChoiceDraft> {
  readonly found: ConceptStatistics;
  readonly part: CohortPart;
}

/** There may be tens of thousands of values, so that what does not depend on the choice is worked out once. */
function Choices({ found, part, ...props }: ChoicesProps) {
  const { request, draft, nouns, onChange } = props;
  const statistics = asChoices(found);
  const charted = useMemo(
    () =>
      (asChoices(found)?.values ?? []).map(({ category, count }) => ({
        key: category,
        label: category,
        count,
      })),
    [found],
  );
  const counts = useMemo(() => countsByValue(part), [part]);
  const totals = useMemo(() => totalsOf(found, part), [found, part]);
  return (
    <>
      <ValueList
        statistics={statistics}
        part={part}
        cohortSize={props.cohortSize}
        nouns={nouns}
        chosen={draft.values}
        searchedAtFirst={props.search}
        onChosen={(values) => onChange({ ...draft, values })}
      />
      {charted.length > manyValues && (
        <UnchosenValues
          dataset={request.dataset}
          conceptId={request.conceptId}
          chosen={draft.values}
          subject={nouns.subject}
          onAdd={({ text }) => onChange({ ...draft, values: [...draft.values, text] })}
        />
      )}
      <ValueChart
        name={props.conceptName}
        record={nouns.record}
        fileName={chartFileName(request)}
        values={charted}
        cohort={part}
        totals={totals}
        part={counts}
        isChosen={(value) => draft.values.includes(value)}
        onToggle={(value) => onChange({ ...draft, values: toggleIn(draft.values, value) })}
      />
    </>
  );
}

export const categoryKind: ConceptKind<ChoiceDraft> = {
  name: 'Category',
  draft: choiceDraft,
  initial: initialChoice,
  toFilter: choiceToFilter,
  Editor: ChoiceEditor,
};

export const booleanKind: ConceptKind<ChoiceDraft> = {
  ...categoryKind,
  name: 'Yes or no',
  canExclude: false,
};
