import { CountedValues } from '../../values/StatisticsGate.tsx';
import { UnchosenValues } from '../../values/UnchosenValues.tsx';
import { ValueChart } from '../../values/ValueChart.tsx';
import { type ConceptKind, chartFileName, type KindEditorProps, toggleIn } from '../kind.ts';
import { asChoices, type ChoiceDraft, choiceDraft, choiceToFilter, initialChoice } from './choiceDraft.ts';
import { countsByValue, manyValues, ValueList } from './ValueList.tsx';

/** A checkbox for each value, with how often it occurs; below, the same as a chart. */
const ChoiceEditor = (props: KindEditorProps<ChoiceDraft>) => (
  <CountedValues {...props} isEmpty={(found) => asChoices(found)?.values.length === 0}>
    {(found, part) => {
      const { draft, onChange } = props;
      const statistics = asChoices(found);
      return (
        <>
          <ValueList
            statistics={statistics}
            part={part}
            cohortSize={props.cohortSize}
            nouns={props.nouns}
            chosen={draft.values}
            searchedAtFirst={props.search}
            onChosen={(values) => onChange({ ...draft, values })}
          />
          {(statistics?.values.length ?? 0) > manyValues && (
            <UnchosenValues
              dataset={props.request.dataset}
              conceptId={props.request.conceptId}
              chosen={draft.values}
              subject={props.nouns.subject}
              onAdd={({ text }) => onChange({ ...draft, values: [...draft.values, text] })}
            />
          )}
          <ValueChart
            name={props.conceptName}
            record={props.nouns.record}
            fileName={chartFileName(props.request)}
            values={(statistics?.values ?? []).map(({ category, count }) => ({
              key: category,
              label: category,
              count,
            }))}
            cohort={part}
            part={countsByValue(part)}
            isChosen={(value) => draft.values.includes(value)}
            onToggle={(value) => onChange({ ...draft, values: toggleIn(draft.values, value) })}
          />
        </>
      );
    }}
  </CountedValues>
);

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
