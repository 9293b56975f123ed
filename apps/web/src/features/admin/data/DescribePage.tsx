import { adminEndpoints, type Draft } from '@atrium/contract';
import {
  Alert,
  Button,
  Checkbox,
  Code,
  Group,
  List,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { DraftNotice } from '../../../ui/DraftNotice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { Section } from '../../../ui/Section.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { ItemPage } from '../rooms/ItemPage.tsx';
import { BeginDialog } from './BeginDialog.tsx';
import classes from './DictionaryPage.module.css';
import { describeWords as words } from './describeWords.ts';
import {
  changeDescriptor,
  type DescriptorChange,
  type DraftField,
  type DraftTable,
  type DraftView,
  typeChoices,
  viewOf,
} from './descriptorDraft.ts';
import { draftQuery } from './queries.ts';

interface DescribePageProps {
  readonly draftId: string;
  readonly back: ReactNode;
  readonly onImport: (importId: number) => void;
}

/** Guesses about tables with their reasons, corrected by hand, and then imported (rule 15.48). */
export function DescribePage({ draftId, back, onImport }: DescribePageProps) {
  const found = useQuery(draftQuery(draftId));
  return (
    <ItemPage found={found} failed={words.failed} back={back} bones={[56, 320]}>
      {(draft) => <Editor draft={draft} back={back} onImport={onImport} />}
    </ItemPage>
  );
}

type Change = (change: DescriptorChange) => void;

interface EditorProps extends Pick<DescribePageProps, 'back' | 'onImport'> {
  readonly draft: Draft;
}

const keptDescriptor = z.object({ descriptor: z.unknown() });

interface Saving {
  readonly next: 'import' | 'stay';
  readonly sent: z.infer<typeof keptDescriptor>;
}

function Editor({ draft, back, onImport }: EditorProps) {
  const kept = useDraft({
    schema: keptDescriptor,
    about: ['description', draft.id],
    start: { descriptor: draft.descriptor },
  });
  const { descriptor } = kept.value;
  const change = (correction: DescriptorChange) =>
    kept.change({ descriptor: changeDescriptor(descriptor, correction) });
  const [isBeginning, setIsBeginning] = useState(false);
  const view = viewOf(descriptor);
  const client = useQueryClient();
  const save = useRoomAction({
    act: ({ sent }: Saving) =>
      request(adminEndpoints.data.drafts.change, {
        params: { draftId: draft.id },
        body: { descriptor: z.json().parse(sent.descriptor) },
      }),
    say: (_, { next }) => (next === 'stay' ? words.saved : null),
    onDone: (saved, { sent }) => {
      client.setQueryData(draftQuery(draft.id).queryKey, saved);
      kept.saved(sent);
    },
  });
  const begin = () =>
    save.mutate({ next: 'import', sent: kept.value }, { onSuccess: () => setIsBeginning(true) });
  return (
    <Stack gap="xl">
      <PageHeader
        eyebrow={back}
        title={words.title}
        description={words.detail}
        actions={
          <>
            <Button
              variant="default"
              loading={save.isPending}
              onClick={() => save.mutate({ next: 'stay', sent: kept.value })}
            >
              {words.save}
            </Button>
            <Button loading={save.isPending} onClick={begin}>
              {words.import}
            </Button>
          </>
        }
      />
      {save.error !== null && (
        <Alert color="red" role="alert">
          {describeError(save.error)}
        </Alert>
      )}
      <DraftNotice draft={kept} />
      <About view={view} onChange={change} />
      <Guesses title={words.general} guesses={guessesOf(draft, 'all files')} />
      {view.tables.map((table) => (
        <TableEditor key={table.name} table={table} view={view} draft={draft} onChange={change} />
      ))}
      {isBeginning && (
        <BeginDialog
          source={{ kind: 'draft', id: draft.id, name: view.title || view.name }}
          onClose={() => setIsBeginning(false)}
          onBegun={onImport}
        />
      )}
    </Stack>
  );
}

function About({ view, onChange }: { readonly view: DraftView; readonly onChange: Change }) {
  return (
    <Section title={words.about}>
      <Paper withBorder p="md">
        <Group gap="md" align="start" grow preventGrowOverflow={false}>
          <TextInput
            label={words.name}
            description={words.nameHint}
            value={view.name}
            onChange={({ currentTarget }) => onChange({ kind: 'name', text: currentTarget.value })}
          />
          <TextInput
            label={words.titleLabel}
            value={view.title}
            onChange={({ currentTarget }) => onChange({ kind: 'title', text: currentTarget.value })}
          />
          <NativeSelect
            label={words.root}
            value={view.root}
            data={[
              ...(view.root === '' ? [{ value: '', label: words.noRoot }] : []),
              ...(view.isRootDerived ? [{ value: view.root, label: words.derivedRoot(view.root) }] : []),
              ...view.tables.map(({ name, path }) => ({ value: name, label: path || name })),
            ]}
            onChange={({ currentTarget: { value } }) => {
              if (value !== view.root && value !== '') onChange({ kind: 'root', table: value });
            }}
          />
        </Group>
      </Paper>
    </Section>
  );
}

type Guess = Draft['guesses'][number];

const guessesOf = ({ guesses }: Draft, about: string): readonly Guess[] =>
  guesses.filter((guess) => guess.about === about);

function Guesses({ title, guesses }: { readonly title?: string; readonly guesses: readonly Guess[] }) {
  if (guesses.length === 0) return null;
  return (
    <Stack gap={4}>
      {title !== undefined && <Text fw={600}>{title}</Text>}
      <List size="sm" spacing={4}>
        {guesses.map(({ text, counterExamples }) => (
          <List.Item key={text}>
            {text}
            <CounterExamples examples={counterExamples} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function CounterExamples({ examples }: { readonly examples: readonly string[] }) {
  if (examples.length === 0) return null;
  return (
    <Group gap={6} mt={2}>
      <Text span size="xs" c="dimmed">
        {words.but}
      </Text>
      {examples.map((example) => (
        <Code key={example}>{example.slice(0, 60)}</Code>
      ))}
    </Group>
  );
}

interface TableEditorProps {
  readonly table: DraftTable;
  readonly view: DraftView;
  readonly draft: Draft;
  readonly onChange: Change;
}

function TableEditor({ table, view, draft, onChange }: TableEditorProps) {
  const { columns } = words;
  return (
    <Section
      title={words.table(table.path)}
      detail={<Guesses guesses={guessesOf(draft, table.path)} />}
      actions={
        <Checkbox
          label={words.load}
          checked={table.isLoaded}
          onChange={({ currentTarget }) =>
            onChange({ kind: 'table', table: table.name, to: { isLoaded: currentTarget.checked } })
          }
        />
      }
    >
      <TextInput
        maw={360}
        label={words.tableTitle}
        placeholder={table.name}
        value={table.title}
        onChange={({ currentTarget }) =>
          onChange({ kind: 'table', table: table.name, to: { title: currentTarget.value } })
        }
      />
      <ScrollRegion label={table.path} className={classes.frame}>
        <table className={classes.table} aria-label={table.path}>
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
            {table.fields.map((field) => (
              <FieldRow
                key={field.name}
                field={field}
                view={view}
                guesses={guessesOf(draft, `${table.path}: ${field.name}`)}
                onChange={(to) => onChange({ kind: 'field', table: table.name, field: field.name, to })}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  );
}

interface FieldRowProps {
  readonly field: DraftField;
  readonly view: DraftView;
  readonly guesses: readonly Guess[];
  readonly onChange: (to: Partial<Omit<DraftField, 'name'>>) => void;
}

const flags = [
  ['isProtected', 'phi'],
  ['isPublished', 'published'],
] as const;

function FieldRow({ field, view, guesses, onChange }: FieldRowProps) {
  const { columns } = words;
  const name = (column: string): string => words.of(column, field.name);
  const keys = view.tables.flatMap((table) =>
    table.fields.filter(({ isKey }) => isKey).map((one) => `${table.name}.${one.name}`),
  );
  const targets = [...new Set([...keys, ...(field.leadsTo === '' ? [] : [field.leadsTo])])];
  return (
    <tr data-hidden={!field.isPublished}>
      <th scope="row">{field.name}</th>
      <td>
        <TextInput
          aria-label={name(columns.title)}
          placeholder={field.name}
          value={field.title}
          onChange={({ currentTarget }) => onChange({ title: currentTarget.value })}
        />
      </td>
      <td>
        <NativeSelect
          aria-label={name(columns.type)}
          value={field.type}
          data={field.choices.map((value) => ({ value, label: words.types[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = typeChoices.find(([choice]) => choice === value);
            if (chosen !== undefined) onChange({ type: chosen[0] });
          }}
        />
      </td>
      <td>
        {field.unit !== null && (
          <TextInput
            aria-label={name(columns.unit)}
            maw={96}
            placeholder={columns.unit}
            value={field.unit}
            onChange={({ currentTarget }) => onChange({ unit: currentTarget.value })}
          />
        )}
      </td>
      <td>
        <Flag
          label={columns.key}
          name={name(columns.key)}
          isSet={field.isKey}
          onChange={(isKey) => onChange({ isKey })}
        />
      </td>
      <td>
        <NativeSelect
          aria-label={name(columns.leadsTo)}
          value={field.leadsTo}
          data={[
            { value: '', label: words.nothing },
            ...targets.map((target) => ({ value: target, label: target })),
          ]}
          onChange={({ currentTarget: { value } }) => onChange({ leadsTo: value })}
        />
      </td>
      {flags.map(([key, column]) => (
        <td key={key}>
          <Flag
            label={columns[column]}
            name={name(columns[column])}
            isSet={field[key]}
            onChange={(isSet) => onChange({ [key]: isSet })}
          />
        </td>
      ))}
      <td>
        <Guesses guesses={guesses} />
      </td>
    </tr>
  );
}

interface FlagProps {
  readonly label: string;
  readonly name: string;
  readonly isSet: boolean;
  readonly onChange: (isSet: boolean) => void;
}

const Flag = ({ label, name, isSet, onChange }: FlagProps) => (
  <span className={classes.check}>
    <Checkbox
      size="md"
      aria-label={name}
      checked={isSet}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
    <span className={classes.label} aria-hidden>
      {label}
    </span>
  </span>
);
