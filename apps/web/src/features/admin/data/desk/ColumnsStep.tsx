import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import type { ColumnInReading, FileInReading } from '@atrium/contract/wire/draft';
import { Alert, Badge, Button, Group, NativeSelect, Paper, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { TriangleAlert } from '../../../../ui/icons.ts';
import { Section } from '../../../../ui/Section.tsx';
import { ColumnPanel } from './ColumnPanel.tsx';
import classes from './Desk.module.css';
import { faultOfName, type NameFault, namesNow, proposeNames } from './deskDecisions.ts';
import { countUnnamed, stepIds } from './deskSteps.ts';
import type { DeskTable, DeskView } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import { Fit } from './Fit.tsx';
import { NotFitting } from './Guesses.tsx';
import { formOf, kindOf, kindReading, type ReadingKind, readingKinds, readingOf } from './readingForm.ts';
import type { Desk } from './useDesk.ts';

interface StepProps {
  readonly desk: Desk;
  readonly view: DeskView;
}

/** Every column of every file: its name, how its cells are read, and how many fit. */
export function ColumnsStep({ desk, view }: StepProps) {
  return (
    <div id={stepIds.columns} className={classes.target}>
      <Section title={words.columns.title} detail={words.columns.detail}>
        {view.tables.map((table) =>
          table.reading === null ? (
            <ConvertedColumns key={table.name} desk={desk} table={table} />
          ) : (
            <TableColumns key={table.name} desk={desk} table={table} reading={table.reading} />
          ),
        )}
      </Section>
    </div>
  );
}

interface TableProps {
  readonly desk: Desk;
  readonly table: DeskTable;
}

/** Columns that an importer has made: their names and texts are its own. */
function ConvertedColumns({ desk, table }: TableProps) {
  return (
    <Paper withBorder component="section" aria-label={words.columns.of(table.file || table.name)}>
      <Text fw={650} px="md" pt="md">
        {table.file || table.name}
      </Text>
      <ul className={classes.columns}>
        {table.fields.map(({ name, kind }) => (
          <li key={name} className={classes.column}>
            <div className={classes.columnHead}>
              <Text size="sm" fw={600} className={classes.columnName}>
                {name}
              </Text>
              {kind === null ? (
                <Text size="sm" c="dimmed">
                  {words.columns.ontology}
                </Text>
              ) : (
                <KindSelect desk={desk} file={table.file} name={name} reading={kindReading(kind)} />
              )}
            </div>
          </li>
        ))}
      </ul>
    </Paper>
  );
}

function TableColumns({ desk, table, reading }: TableProps & { readonly reading: FileInReading }) {
  const names = namesNow(desk.decisions, reading);
  const unnamed = countUnnamed(desk, table);
  const rename = (after: readonly string[]) =>
    desk.change({ kind: 'names', file: table.file, table: table.name, before: names, after });
  return (
    <Paper withBorder component="section" aria-label={words.columns.of(table.file)}>
      <Text fw={650} px="md" pt="md">
        {table.file}
      </Text>
      {unnamed > 0 && (
        <Alert color="yellow" m="md" icon={<TriangleAlert size={18} aria-hidden />}>
          <Group justify="space-between" gap="sm">
            <Text size="sm">{words.columns.unnamed(unnamed)}</Text>
            {desk.draft.isOwn && (
              <Button size="xs" variant="default" onClick={() => rename(proposeNames(names))}>
                {words.columns.propose}
              </Button>
            )}
          </Group>
        </Alert>
      )}
      <ul className={classes.columns}>
        {names.map((name, index) => (
          <ColumnRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its position, its name changes
            key={index}
            desk={desk}
            table={table}
            reading={reading}
            names={names}
            index={index}
            column={
              faultOfName(names, index, name) === null
                ? (reading.columns.find((one) => one.name === name) ?? null)
                : null
            }
            onName={(typed) => rename(names.map((other, at) => (at === index ? typed : other)))}
          />
        ))}
      </ul>
    </Paper>
  );
}

interface ColumnRowProps extends TableProps {
  readonly reading: FileInReading;
  readonly names: readonly string[];
  readonly index: number;
  /** Null for a column without a name of its own, or that has not been read under its name yet. */
  readonly column: ColumnInReading | null;
  readonly onName: (name: string) => void;
}

function ColumnRow(props: ColumnRowProps) {
  const { desk, table, reading, names, index, column, onName } = props;
  const [isOpen, setIsOpen] = useState(false);
  const { columns } = words;
  const panel = `desk-panel-${table.name}-${index}`;
  return (
    <li className={classes.column}>
      <div className={classes.columnHead}>
        <NameField desk={desk} names={names} index={index} isFixed={reading.table === null} onName={onName} />
        {column === null ? (
          <Text size="sm" c="dimmed" className={classes.wide}>
            {columns.begins(beginOf(reading, index))}
          </Text>
        ) : column.isHidden ? (
          <Text size="sm" c="dimmed" className={classes.wide}>
            {columns.hidden}
          </Text>
        ) : (
          <>
            <KindSelect desk={desk} file={table.file} name={column.name} reading={column.reading} />
            <Group gap="xs">
              <Fit {...column.fit} />
              {column.isIdentifier && (
                <Badge variant="light" color="tide" tt="none" fw={500}>
                  {words.who.identifier}
                </Badge>
              )}
              <NotFitting texts={column.fit.counterExamples} />
            </Group>
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={isOpen}
              aria-controls={panel}
              aria-label={columns.openOf(column.name)}
              onClick={() => setIsOpen(!isOpen)}
            >
              {columns.open}
            </Button>
          </>
        )}
      </div>
      {isOpen && column !== null && (
        <div id={panel} className={classes.panel}>
          <ColumnPanel desk={desk} file={table.file} column={column} />
        </div>
      )}
    </li>
  );
}

const shownTexts = 3;
/** The first cells of a column, below the row with the names. */
function beginOf({ firstRows, table }: FileInReading, index: number): string {
  const cells = firstRows
    .filter(({ row }) => row > (table?.headerRow ?? 0))
    .map((row) => row.cells[index]?.trim() ?? '')
    .filter((cell) => cell !== '');
  return cells.slice(0, shownTexts).join(', ') || '–';
}

interface NameFieldProps {
  readonly desk: Desk;
  readonly names: readonly string[];
  readonly index: number;
  /** Whether the file itself says the name. */
  readonly isFixed: boolean;
  readonly onName: (name: string) => void;
}

/** A name is taken as soon as it is a good one; until then it stays in the field with what is wrong. */
function NameField({ desk, names, index, isFixed, onName }: NameFieldProps) {
  const name = names[index] ?? '';
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? name;
  const fault: NameFault | null = faultOfName(names, index, shown);
  const { columns } = words;
  const isAlone = name !== '' && names.indexOf(name) === names.lastIndexOf(name);
  return (
    <TextInput
      aria-label={isAlone ? columns.name(name) : columns.nameOf(index + 1)}
      value={shown}
      error={fault === null ? undefined : columns.faults[fault]}
      readOnly={isFixed || !desk.draft.isOwn}
      maxLength={200}
      onChange={({ currentTarget: { value } }) => {
        const isGood = faultOfName(names, index, value) === null;
        setTyped(isGood && value === value.trim() ? null : value);
        if (isGood && value.trim() !== name) onName(value.trim());
      }}
      onBlur={() => fault === null && setTyped(null)}
    />
  );
}

interface KindSelectProps {
  readonly desk: Desk;
  readonly file: string;
  readonly name: string;
  readonly reading: ColumnReading;
}

function KindSelect({ desk, file, name, reading }: KindSelectProps) {
  const change = (kind: ReadingKind) =>
    desk.change({ kind: 'reading', file, column: name, to: readingOf({ ...formOf(now), kind }) });
  const now = desk.decisions.readings?.[file]?.columns?.[name] ?? reading;
  return (
    <NativeSelect
      aria-label={words.columns.type(name)}
      value={kindOf(now)}
      disabled={!desk.draft.isOwn}
      data={readingKinds.map(([value]) => ({ value, label: words.kinds[value] }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = readingKinds.find(([kind]) => kind === value);
        if (chosen !== undefined) change(chosen[0]);
      }}
    />
  );
}
