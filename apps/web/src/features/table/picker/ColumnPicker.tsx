import type { ConceptSummary, TableView } from '@atrium/contract';
import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { ColumnOptions } from '../options/ColumnOptions.tsx';
import type { TableOf } from '../queries.ts';
import classes from './ColumnPicker.module.css';
import { DraftList } from './DraftList.tsx';
import { PickerFooter } from './PickerFooter.tsx';
import { StagedColumns } from './StagedColumns.tsx';
import { useColumnPicker } from './useColumnPicker.ts';
import { pickerWords } from './words.ts';

/** Draws the concepts: which of them are columns already, and what happens when one is chosen. */
export type BrowseColumns = (given: {
  readonly selected: readonly string[];
  readonly onSelect: (concept: ConceptSummary) => void;
}) => ReactNode;

interface ColumnPickerProps {
  readonly of: TableOf;
  readonly table: TableView;
  readonly isOpen: boolean;
  /** The key of the column whose options are open on top. */
  readonly optioned: string | undefined;
  /** Opens the dialog, with the options of a column on top if one is named. */
  readonly onOpen: (optioned?: string) => void;
  /** Closes what is on top. */
  readonly onClose: () => void;
  readonly onApplied: () => void;
  readonly browse: BrowseColumns;
}

/**
 * Chooses and orders the columns; nothing reaches the server before it is applied. What was staged outlives the dialog, if
 * it was not thrown away, and a notice on the screen says so.
 */
export function ColumnPicker(props: ColumnPickerProps) {
  const { isOpen, onOpen, onClose, browse } = props;
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const picker = useColumnPicker(props);
  const { draft, dispatch, staged, progress } = picker;
  const isApplying = progress !== undefined;
  const [isLeaving, setIsLeaving] = useState(false);
  const optioned = draft.columns.find(({ key }) => key === props.optioned);

  const leave = () => {
    setIsLeaving(false);
    picker.discard();
    onClose();
  };
  const askToLeave = () => {
    if (isApplying) return;
    if (picker.hasChanges && !isLeaving) setIsLeaving(true);
    else leave();
  };
  return (
    <>
      {!isOpen && <StagedColumns staged={staged} onContinue={() => onOpen()} onDiscard={picker.discard} />}
      <Modal
        opened={isOpen}
        onClose={askToLeave}
        title={pickerWords.title}
        size="80%"
        fullScreen={isSmall}
        classNames={{ content: classes.dialog, body: classes.body }}
      >
        <section className={classes.browser} aria-label={pickerWords.concepts}>
          {browse({ selected: picker.chosenConcepts, onSelect: picker.choose })}
        </section>
        <section className={classes.chosen} aria-label={pickerWords.columns}>
          <Text size="sm" c="dimmed" px="md" pt="sm">
            {pickerWords.hint}
          </Text>
          {picker.repeated !== undefined && (
            <Alert color="blue" p="xs" mx="md" role="status">
              <Group gap="sm">
                <Text size="sm">{pickerWords.already(picker.repeated.name)}</Text>
                <Button size="compact-xs" variant="default" onClick={picker.chooseAgain}>
                  {pickerWords.again}
                </Button>
              </Group>
            </Alert>
          )}
          <DraftList
            columns={draft.columns}
            dispatch={dispatch}
            isLocked={isApplying}
            onOptions={({ key }) => onOpen(key)}
          />
        </section>
        <ColumnOptions
          of={props.of}
          column={
            isOpen && optioned
              ? { ...optioned, entryId: optioned.entryId, staged: optioned.options }
              : undefined
          }
          onClose={onClose}
          save={{
            kind: 'staged',
            onStaged: (options) =>
              optioned && dispatch({ kind: 'optionsChosen', key: optioned.key, options }),
          }}
        />
        <PickerFooter
          staged={staged}
          problem={picker.problem}
          isEmpty={draft.columns.every((column) => column.isRemoved)}
          progress={progress}
          isLeaving={isLeaving}
          onStay={() => setIsLeaving(false)}
          onLeave={leave}
          onClose={askToLeave}
          onApply={() => {
            setIsLeaving(false);
            void picker.apply();
          }}
        />
      </Modal>
    </>
  );
}
