import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { TableView } from '@atrium/contract/wire/tableView';
import { ActionIcon, Alert, Badge, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pencil } from '../../../ui/icons.ts';
import { SortableList, SortableLists } from '../../../ui/staged/SortableLists.tsx';
import { StagedDialog } from '../../../ui/staged/StagedDialog.tsx';
import { StagedItem } from '../../../ui/staged/StagedItem.tsx';
import { ColumnOptions } from '../options/ColumnOptions.tsx';
import type { TableOf } from '../tableQueries.ts';
import { pickerWords, stagedWords } from '../tableWords.ts';
import { columnList, type ListedColumn } from './columnList.ts';
import { useColumnPicker } from './useColumnPicker.ts';

/** Renders the concepts: which of them are columns already, and what happens when one is chosen. */
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

/** Chooses and orders the columns. */
export function ColumnPicker(props: ColumnPickerProps) {
  const { isOpen, onOpen, onClose, browse } = props;
  const picker = useColumnPicker(props);
  const { lists, dispatch, changes, isApplying } = picker;
  const optioned = lists.entries.find(({ key }) => key === props.optioned);
  const isEmpty = lists.entries.every((column) => column.isRemoved);
  const staged = stagedWords(picker.staged);
  return (
    <StagedDialog
      title={pickerWords.title}
      isOpen={isOpen}
      source={browse({ selected: picker.chosenConcepts, onSelect: picker.choose })}
      sourceLabel={pickerWords.concepts}
      chosenLabel={pickerWords.columns}
      hint={pickerWords.hint}
      says={isApplying ? pickerWords.applying : summary(staged, isEmpty)}
      saysOnLeaving={pickerWords.unsaved(staged)}
      isWrong={isEmpty}
      waiting={pickerWords.waiting(staged)}
      discarded={pickerWords.discarded}
      problem={picker.problem}
      hasChanges={changes > 0}
      mayApply={changes > 0 && !isEmpty}
      isApplying={isApplying}
      above={
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
      }
      onOpen={() => onOpen()}
      onClose={onClose}
      onDiscard={picker.discard}
      onApply={() => void picker.apply()}
    >
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
      <Columns picker={picker} onOptions={({ key }) => onOpen(key)} />
    </StagedDialog>
  );
}

function summary(staged: string, isEmpty: boolean): string {
  if (isEmpty) return pickerWords.noColumns;
  return staged === '' ? pickerWords.nothing : staged;
}

interface ColumnsProps {
  readonly picker: ReturnType<typeof useColumnPicker>;
  readonly onOptions: (column: ListedColumn) => void;
}

/** The columns in their order. */
function Columns({ picker: { lists, dispatch, isApplying }, onOptions }: ColumnsProps) {
  return (
    <SortableLists
      lists={lists}
      names={[columnList]}
      noun="column"
      says={(name, { index }, of) => pickerWords.position(name, index, of)}
      onMove={(key, to) => dispatch({ kind: 'moved', key, to })}
    >
      {(moveTo) => (
        <SortableList entries={lists.entries}>
          {(column, ends) => (
            <StagedItem
              key={column.key}
              {...ends}
              item={column}
              isLocked={isApplying}
              badges={column.options !== undefined && <ChangedBadge />}
              detail={column.detail !== '' && <Detail text={column.detail} />}
              before={
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  disabled={isApplying || column.isRemoved}
                  aria-label={pickerWords.options(column.name)}
                  onClick={() => onOptions(column)}
                >
                  <Pencil size={15} aria-hidden />
                </ActionIcon>
              }
              onMove={(by) => {
                const index = lists.entries.indexOf(column) + (by === 'up' ? -1 : 1);
                moveTo(column, by, { list: columnList, index });
              }}
              onRemove={() => dispatch({ kind: 'removed', key: column.key })}
              onRestore={() => dispatch({ kind: 'restored', key: column.key })}
            />
          )}
        </SortableList>
      )}
    </SortableLists>
  );
}

const ChangedBadge = () => (
  <Badge size="xs" ml={6} variant="light" color="orange">
    {pickerWords.isChanged}
  </Badge>
);

const Detail = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed" truncate title={text}>
    {text}
  </Text>
);
