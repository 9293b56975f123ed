import { type Visibility, visibilities } from '@atrium/contract/documents/draftDecisions';
import { Alert, Badge, NativeSelect, Paper, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx';
import { ShieldAlert, ShieldCheck } from '../../../../ui/icons.ts';
import { Section } from '../../../../ui/Section.tsx';
import classes from './Desk.module.css';
import { openIdentifiers, stepIds } from './deskSteps.ts';
import type { DeskField, DeskTable, DeskView } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import type { Desk } from './useDesk.ts';

interface StepProps {
  readonly desk: Desk;
  readonly view: DeskView;
}

/** Each column with who sees it; an identifier is opened by a word of its own (rule 10.28). */
export function WhoStep({ desk, view }: StepProps) {
  const open = openIdentifiers(view);
  const [opening, setOpening] = useState<Opening>();
  const { who } = words;
  return (
    <div id={stepIds.who} className={classes.target}>
      <Section title={who.title} detail={who.detail}>
        <Alert
          color={open.length === 0 ? 'green' : 'yellow'}
          icon={
            open.length === 0 ? <ShieldCheck size={18} aria-hidden /> : <ShieldAlert size={18} aria-hidden />
          }
        >
          <Text size="sm">
            {who.open(open.length)} {open.join(', ')}
          </Text>
        </Alert>
        {view.tables
          .filter(({ isLoaded }) => isLoaded)
          .map((table) => (
            <Paper key={table.name} withBorder component="section" aria-label={table.file || table.name}>
              <Text fw={650} px="md" pt="md">
                {table.file || table.name}
              </Text>
              <ul className={classes.columns}>
                {table.fields.map((field) => (
                  <WhoRow
                    key={field.name}
                    desk={desk}
                    table={table}
                    field={field}
                    onOpening={(to) => setOpening({ table: table.name, field, to })}
                  />
                ))}
              </ul>
            </Paper>
          ))}
        {opening !== undefined && (
          <ConfirmDialog
            title={who.confirmTitle(opening.field.name)}
            confirm={who.confirm}
            cancel={who.cancel}
            isBusy={false}
            onConfirm={() => {
              desk.change({
                kind: 'column',
                table: opening.table,
                column: opening.field.name,
                to: { seenBy: opening.to },
              });
              setOpening(undefined);
            }}
            onClose={() => setOpening(undefined)}
          >
            {who.confirmDetail}
          </ConfirmDialog>
        )}
      </Section>
    </div>
  );
}

interface Opening {
  readonly table: string;
  readonly field: DeskField;
  readonly to: Visibility;
}

interface WhoRowProps {
  readonly desk: Desk;
  readonly table: DeskTable;
  readonly field: DeskField;
  readonly onOpening: (to: Visibility) => void;
}

const isOpen = (seenBy: Visibility): boolean => seenBy === 'agg' || seenBy === 'deid';

function WhoRow({ desk, table, field, onOpening }: WhoRowProps) {
  const { who } = words;
  const { name, title, seenBy, column } = field;
  const isIdentifier = column?.isIdentifier === true;
  const change = (to: { title?: string; seenBy?: Visibility }) =>
    desk.change({ kind: 'column', table: table.name, column: name, to });
  return (
    <li className={classes.column}>
      <div className={classes.whoRow}>
        <Text component="div" fw={600} size="sm" className={classes.columnName}>
          {name}
          {isIdentifier && (
            <Badge variant="light" color="tide" tt="none" fw={500} ml="xs">
              {who.identifier}
            </Badge>
          )}
        </Text>
        <TextInput
          aria-label={who.titleOf(name)}
          placeholder={`${who.titleLabel}: ${name}`}
          maxLength={200}
          readOnly={!desk.draft.isOwn}
          value={title}
          onChange={({ currentTarget }) => change({ title: currentTarget.value })}
        />
        <NativeSelect
          aria-label={who.seenByOf(name)}
          disabled={!desk.draft.isOwn}
          value={seenBy}
          data={visibilities.map((value) => ({ value, label: who.levels[value] }))}
          onChange={({ currentTarget: { value } }) => {
            const chosen = visibilities.find((one) => one === value);
            if (chosen === undefined) return;
            if (isIdentifier && isOpen(chosen) && !isOpen(seenBy)) onOpening(chosen);
            else change({ seenBy: chosen });
          }}
        />
      </div>
    </li>
  );
}
