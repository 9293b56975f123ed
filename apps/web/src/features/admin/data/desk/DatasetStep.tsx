import { Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { Section } from '../../../../ui/Section.tsx';
import classes from './Desk.module.css';
import { isIdGood, stepIds } from './deskSteps.ts';
import type { DeskTable, DeskView } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import type { Desk } from './useDesk.ts';

interface StepProps {
  readonly desk: Desk;
  readonly view: DeskView;
}

/** What the dataset is called, and how its tables belong together. */
export function DatasetStep({ desk, view }: StepProps) {
  return (
    <div id={stepIds.dataset} className={classes.target}>
      <Section title={words.tables.title} detail={words.tables.detail}>
        <Paper withBorder p="md">
          <About desk={desk} view={view} />
        </Paper>
        {view.tables.map((table) => (
          <TableKeys key={table.name} desk={desk} view={view} table={table} />
        ))}
      </Section>
    </div>
  );
}

function About({ desk, view }: StepProps) {
  const { tables } = words;
  const { dataset } = desk.draft;
  return (
    <fieldset className={classes.fields} disabled={!desk.draft.isOwn}>
      <TextInput
        label={tables.name}
        description={dataset.exists ? tables.exists : tables.nameHint}
        error={isIdGood(desk) ? undefined : dataset.objection}
        maxLength={60}
        value={view.name}
        onChange={({ currentTarget }) => desk.change({ kind: 'dataset', to: { name: currentTarget.value } })}
      />
      <TextInput
        label={tables.titleLabel}
        maxLength={200}
        value={view.title}
        onChange={({ currentTarget }) => desk.change({ kind: 'dataset', to: { title: currentTarget.value } })}
      />
      <NativeSelect
        label={tables.root}
        value={view.root}
        data={[
          ...(view.root === '' ? [{ value: '', label: tables.noRoot }] : []),
          ...(view.isRootDerived ? [{ value: view.root, label: tables.derivedRoot(view.root) }] : []),
          ...view.tables.map(({ name, file }) => ({ value: name, label: file || name })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          if (value !== view.root && value !== '') desk.change({ kind: 'dataset', to: { root: value } });
        }}
      />
    </fieldset>
  );
}

interface TableKeysProps extends StepProps {
  readonly table: DeskTable;
}

function TableKeys({ desk, view, table }: TableKeysProps) {
  const { tables } = words;
  const key = table.fields.find(({ isKey }) => isKey)?.name ?? '';
  const others = view.tables.length > 1;
  return (
    <Paper withBorder p="md" component="section" aria-label={table.file || table.name}>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Text fw={650}>{table.file || table.name}</Text>
          <Checkbox
            label={tables.load}
            aria-label={tables.loadOf(table.file)}
            checked={table.isLoaded}
            disabled={!desk.draft.isOwn}
            onChange={({ currentTarget }) =>
              desk.change({ kind: 'table', table: table.name, to: { isLoaded: currentTarget.checked } })
            }
          />
        </Group>
        <fieldset className={classes.fields} disabled={!desk.draft.isOwn}>
          <TextInput
            label={tables.titleLabel}
            aria-label={tables.tableTitle(table.file)}
            placeholder={table.name}
            maxLength={200}
            value={table.title}
            onChange={({ currentTarget }) =>
              desk.change({ kind: 'table', table: table.name, to: { title: currentTarget.value } })
            }
          />
          <NativeSelect
            label={tables.key}
            aria-label={tables.keyOf(table.file)}
            value={key}
            data={[{ value: '', label: tables.noKey }, ...table.fields.map(({ name }) => name)]}
            onChange={({ currentTarget: { value } }) =>
              desk.change({ kind: 'table', table: table.name, to: { key: value === '' ? null : value } })
            }
          />
        </fieldset>
        {others && <Links desk={desk} view={view} table={table} />}
      </Stack>
    </Paper>
  );
}

/** Which columns name rows of other tables. */
function Links({ desk, view, table }: TableKeysProps) {
  const { tables } = words;
  const targets = view.tables
    .filter(({ name }) => name !== table.name)
    .flatMap(({ name, fields }) => fields.filter(({ isKey }) => isKey).map((one) => `${name}.${one.name}`));
  return (
    <details open={table.fields.some(({ leadsTo }) => leadsTo !== '')}>
      <summary className={classes.summary}>{tables.leadsTo}</summary>
      <fieldset className={classes.fields} disabled={!desk.draft.isOwn}>
        {table.fields.map(({ name, leadsTo }) => (
          <NativeSelect
            key={name}
            label={name}
            aria-label={tables.leadsToOf(name)}
            value={leadsTo}
            data={[
              { value: '', label: tables.nothing },
              ...new Set([...targets, ...(leadsTo === '' ? [] : [leadsTo])]),
            ]}
            onChange={({ currentTarget }) =>
              desk.change({
                kind: 'column',
                table: table.name,
                column: name,
                to: { leadsTo: currentTarget.value },
              })
            }
          />
        ))}
      </fieldset>
    </details>
  );
}
