import type { ChoiceStatistics, ShownCount } from '@atrium/contract';
import { formatQuantity } from '@atrium/contract';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { Filter } from 'lucide-react';
import { useState } from 'react';
import type { CountedNouns } from '../../../../../api/nouns.ts';
import { ScrollRegion } from '../../../../../ui/ScrollRegion.tsx';
import { share } from '../../../counts.ts';
import { words } from '../../../words.ts';
import { arrived, type CohortPart } from '../../values/cohortPart.ts';
import { CountedValues } from '../../values/StatisticsGate.tsx';
import { ValueChart } from '../../values/ValueChart.tsx';
import { type ConceptKind, chartFileName, type KindEditorProps, toggleIn } from '../kind.ts';
import classes from './ChoiceEditor.module.css';
import { asChoices, type ChoiceDraft, choiceDraft, choiceToFilter, initialChoice } from './choiceDraft.ts';

type ChoiceEditorProps = KindEditorProps<ChoiceDraft>;

/** A checkbox for each value, with how often it occurs; below, the same as a chart. */
const ChoiceEditor = (props: ChoiceEditorProps) => (
  <CountedValues {...props} isEmpty={(found) => asChoices(found)?.values.length === 0}>
    {(found, part) => <Choices {...props} statistics={asChoices(found)} part={part} />}
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

interface ChoicesProps extends Omit<ChoiceEditorProps, 'statistics'> {
  readonly statistics: ChoiceStatistics | null;
  /** The same for the active cohort, where it is drawn over. */
  readonly part: CohortPart;
}

const manyValues = 12;

function Choices(props: ChoicesProps) {
  const { draft, onChange, statistics } = props;
  const [search, setSearch] = useState('');
  const known = statistics?.values ?? [];
  const ofCohort = arrived(props.part);
  const choices = ofCohort === undefined ? null : asChoices(ofCohort);
  const part = choices && new Map(choices.values.map(({ category, count }) => [category, count]));
  const absent = draft.values
    .filter((value) => !known.some(({ category }) => category === value))
    .map((category) => ({ category, count: 0, subjects: 0 }));
  const all = [...known, ...absent];
  const shown = all.filter(({ category }) => category.toLowerCase().includes(search.trim().toLowerCase()));
  const toggle = (value: string) => onChange({ ...draft, values: toggleIn(draft.values, value) });
  return (
    <>
      <fieldset className={classes.values}>
        <legend className={classes.legend}>
          <Legend count={all.length} draft={draft} onChange={onChange} />
        </legend>
        {all.length > manyValues && (
          <TextInput
            size="sm"
            aria-label="Find a value"
            placeholder="Find a value"
            leftSection={<Filter size={14} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        )}
        <ScrollRegion label="Values" className={classes.list} data-many={all.length > manyValues}>
          {shown.map((value) => (
            <ChoiceRow
              key={value.category}
              value={value}
              nouns={props.nouns}
              max={statistics?.maxCount ?? 0}
              isCompared={props.part !== undefined}
              part={part === null ? undefined : (part.get(value.category) ?? 0)}
              isChosen={draft.values.includes(value.category)}
              onToggle={() => toggle(value.category)}
            />
          ))}
        </ScrollRegion>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" py="sm">
            {words.noData(search.trim())}
          </Text>
        )}
      </fieldset>
      <ValueChart
        name={props.conceptName}
        record={props.nouns.record}
        fileName={chartFileName(props.request)}
        values={known.map(({ category, count }) => ({ key: category, label: category, count }))}
        cohort={props.part}
        part={part}
        isChosen={(value) => draft.values.includes(value)}
        onToggle={toggle}
      />
    </>
  );
}

function Legend({
  count,
  draft,
  onChange,
}: { readonly count: number } & Pick<ChoiceEditorProps, 'draft' | 'onChange'>) {
  return (
    <Group gap="xs" mih={26}>
      <Text size="sm" fw={600}>
        {formatQuantity(count, 'value')}
      </Text>
      {draft.values.length > 0 && (
        <>
          <Text size="sm" c="dimmed">
            {draft.values.length} selected
          </Text>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange({ ...draft, values: [] })}>
            {words.clearSelection}
          </Button>
        </>
      )}
    </Group>
  );
}

interface ChoiceRowProps {
  readonly value: ChoiceStatistics['values'][number];
  readonly nouns: CountedNouns;
  readonly max: ChoiceStatistics['maxCount'];
  /** Whether the active cohort is drawn over everybody. */
  readonly isCompared: boolean;
  /** Records of the active cohort, once they are here. */
  readonly part: ShownCount | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** One value; the whole row is the label of its checkbox, and the bar compares it with the commonest value. */
function ChoiceRow({ value, nouns, max, isCompared, part, isChosen, onToggle }: ChoiceRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={classes.row} data-chosen={isChosen}>
      <Checkbox checked={isChosen} onChange={onToggle} tabIndex={0} />
      <span className={classes.text}>
        <span className={classes.name}>{value.category}</span>
        <span className={classes.counts} title={part === undefined ? undefined : words.inCohort(part, nouns)}>
          {words.counted(value.count, value.subjects, nouns)}
        </span>
      </span>
      <span className={classes.track} aria-hidden>
        <span
          className={classes.bar}
          data-whole={isCompared}
          style={{ transform: `scaleX(${share(value.count, max)})` }}
        />
        {part !== undefined && (
          <span
            className={`${classes.bar} ${classes.part}`}
            style={{ transform: `scaleX(${share(part, max)})` }}
          />
        )}
      </span>
    </label>
  );
}
