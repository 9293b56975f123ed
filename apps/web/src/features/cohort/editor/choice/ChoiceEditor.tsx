import type { ChoiceStatistics, ConceptStatistics } from '@atrium/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { Filter } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../words.ts';
import { ValueChart } from '../chart/ValueChart.tsx';
import { type DraftOf, toggleIn } from '../editorState.ts';
import { asChoices } from '../statisticsShapes.ts';
import classes from './ChoiceEditor.module.css';
import { ChoiceRow } from './ChoiceRow.tsx';

interface ChoiceEditorProps {
  readonly name: string;
  readonly fileName: string;
  readonly draft: DraftOf<'choice'>;
  readonly onChange: (draft: DraftOf<'choice'>) => void;
  readonly statistics: ChoiceStatistics | null;
  /** The same for the active cohort, where it is drawn over. */
  readonly part: ConceptStatistics | undefined;
}

const manyValues = 12;

/** A checkbox for each value, with how often it occurs; below, the same as a chart. */
export function ChoiceEditor(props: ChoiceEditorProps) {
  const { draft, onChange, statistics } = props;
  const [search, setSearch] = useState('');
  const known = statistics?.values ?? [];
  const choices = props.part === undefined ? null : asChoices(props.part);
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
        <div className={classes.list} data-many={all.length > manyValues}>
          {shown.map((value) => (
            <ChoiceRow
              key={value.category}
              value={value}
              max={statistics?.maxCount ?? 0}
              part={part === null ? undefined : (part.get(value.category) ?? 0)}
              isChosen={draft.values.includes(value.category)}
              onToggle={() => toggle(value.category)}
            />
          ))}
        </div>
        {shown.length === 0 && (
          <Text size="sm" c="dimmed" py="sm">
            {words.noData(search)}
          </Text>
        )}
      </fieldset>
      <ValueChart
        name={props.name}
        fileName={props.fileName}
        values={known.map(({ category, count }) => ({ key: category, label: category, count }))}
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
        {count === 1 ? '1 value' : `${count} values`}
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
