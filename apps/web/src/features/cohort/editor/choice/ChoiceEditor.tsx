import type { ChoiceStatistics } from '@atrium/contract';
import { Button, Group, Text, TextInput } from '@mantine/core';
import { Filter } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../words.ts';
import { type DraftOf, toggleIn } from '../editorState.ts';
import classes from './ChoiceEditor.module.css';
import { ChoiceRow } from './ChoiceRow.tsx';

interface ChoiceEditorProps {
  readonly draft: DraftOf<'choice'>;
  readonly onChange: (draft: DraftOf<'choice'>) => void;
  readonly statistics: ChoiceStatistics | null;
}

const manyValues = 12;

/** A checkbox for each value, with how often it occurs. */
export function ChoiceEditor({ draft, onChange, statistics }: ChoiceEditorProps) {
  const [search, setSearch] = useState('');
  const known = statistics?.values ?? [];
  const absent = draft.values
    .filter((value) => !known.some(({ category }) => category === value))
    .map((category) => ({ category, count: 0, subjects: 0 }));
  const all = [...known, ...absent];
  const shown = all.filter(({ category }) => category.toLowerCase().includes(search.trim().toLowerCase()));
  return (
    <fieldset className={classes.values}>
      <legend className={classes.legend}>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {all.length === 1 ? '1 value' : `${all.length} values`}
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
      {shown.map((value) => (
        <ChoiceRow
          key={value.category}
          value={value}
          max={statistics?.maxCount ?? 0}
          isChosen={draft.values.includes(value.category)}
          onToggle={() => onChange({ ...draft, values: toggleIn(draft.values, value.category) })}
        />
      ))}
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          {words.noData(search)}
        </Text>
      )}
    </fieldset>
  );
}
