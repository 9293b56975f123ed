import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import { Badge, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { ConceptDialog } from './ConceptDialog.tsx';
import classes from './DictionaryPage.module.css';
import type { ConceptTexts, DictionaryDraft, DraftChange } from './dictionaryDraft.ts';
import { dictionaryWords as words } from './dictionaryWords.ts';

interface ConceptTableProps {
  readonly room: DictionaryRoom;
  readonly draft: DictionaryDraft;
  readonly ids: readonly string[];
  readonly changed: ReadonlySet<string>;
  readonly onChange: (change: DraftChange) => void;
}

/** The concepts of a page of the dictionary, each edited in its row. */
export function ConceptTable(props: ConceptTableProps) {
  const { room, draft, ids, onChange } = props;
  const [open, setOpen] = useState<string>();
  const { columns } = words;
  return (
    <ScrollRegion label={words.table} className={classes.frame}>
      <table className={classes.table} aria-label={words.table}>
        <thead>
          <tr>
            {Object.values(columns).map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ids.map((id) => (
            <ConceptRow key={id} {...props} id={id} onOpen={() => setOpen(id)} />
          ))}
        </tbody>
      </table>
      {open !== undefined && (
        <ConceptDialog
          room={room}
          draft={draft}
          id={open}
          onChange={onChange}
          onClose={() => setOpen(undefined)}
        />
      )}
    </ScrollRegion>
  );
}

const flags = [
  ['hasPhi', 'phi'],
  ['isAggregatable', 'aggregatable'],
  ['isPublished', 'published'],
] as const satisfies readonly (readonly [keyof ConceptTexts, keyof typeof words.columns])[];

interface ConceptRowProps extends ConceptTableProps {
  readonly id: string;
  readonly onOpen: () => void;
}

function ConceptRow({ room, draft, id, changed, onChange, onOpen }: ConceptRowProps) {
  const texts = draft.texts.get(id);
  const concept = room.concepts.find((one) => one.id === id);
  if (texts === undefined || concept === undefined) return null;
  const change = (to: Partial<ConceptTexts>) => onChange({ kind: 'concept', id, to });
  const isFixed = !room.isEditable;
  const { columns } = words;
  return (
    <tr data-hidden={!texts.isPublished}>
      <th scope="row">
        <Stack gap={4}>
          <TextInput
            aria-label={words.of(columns.title, id)}
            value={texts.title}
            disabled={isFixed}
            error={texts.title.trim() === ''}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
          <Group gap="xs">
            <Text span size="xs" c="dimmed" fw={400}>
              {id} · {concept.type}
            </Text>
            {(changed.has(id) || JSON.stringify(texts) !== JSON.stringify(concept.given)) && (
              <Badge size="xs" variant="light" tt="none" color={changed.has(id) ? 'tide' : 'gray'}>
                {changed.has(id) ? words.edited : words.editedBefore}
              </Badge>
            )}
          </Group>
        </Stack>
      </th>
      <td>
        <NativeSelect
          aria-label={words.of(columns.category, texts.title)}
          value={texts.category ?? ''}
          disabled={isFixed}
          data={[
            { value: '', label: words.noCategory },
            ...draft.categories.map((one) => ({ value: one.id, label: one.title })),
          ]}
          onChange={({ currentTarget }) =>
            change({ category: currentTarget.value === '' ? null : currentTarget.value })
          }
        />
      </td>
      {flags.map(([key, column]) => (
        <td key={key}>
          <span className={classes.check}>
            <Checkbox
              size="md"
              aria-label={words.of(columns[column], texts.title)}
              checked={texts[key]}
              disabled={isFixed}
              onChange={({ currentTarget }) => change({ [key]: currentTarget.checked })}
            />
            <span className={classes.label} aria-hidden>
              {columns[column]}
            </span>
          </span>
        </td>
      ))}
      <td>
        <Button size="compact-sm" variant="default" aria-label={words.moreOf(texts.title)} onClick={onOpen}>
          {words.more}
        </Button>
      </td>
    </tr>
  );
}
