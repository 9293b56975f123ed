import { Alert, Button, Group, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import classes from './ColumnPicker.module.css';
import { isStaged, type StagedEdits } from './stagedEdits.ts';
import { pickerWords } from './words.ts';

interface PickerFooterProps {
  readonly staged: StagedEdits;
  readonly problem: string | undefined;
  readonly isEmpty: boolean;
  readonly isApplying: boolean;
  /** Whether the person is asked about leaving staged edits behind. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
  readonly onApply: () => void;
}

/** What is staged, and the buttons that apply it or throw it away. */
export function PickerFooter(props: PickerFooterProps) {
  const { staged, problem, isEmpty, isApplying, isLeaving } = props;
  const hasChanges = isStaged(staged);
  const { adds, removes, isReordered } = staged;
  const changes = pickerWords.changes({ adds: adds.length, removes: removes.length, isReordered });
  const says = isEmpty ? pickerWords.noColumns : hasChanges ? changes : pickerWords.nothing;
  return (
    <footer className={classes.footer}>
      {problem !== undefined && (
        <Alert color="red" p="xs" role="alert" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c={isEmpty ? 'var(--atrium-danger)' : 'dimmed'} role="status">
          {isLeaving ? pickerWords.unsaved(changes) : says}
        </Text>
        <Group gap="xs">
          {isLeaving ? (
            <>
              <Button variant="default" onClick={props.onStay}>
                {pickerWords.keep}
              </Button>
              <Button color="red" data-autofocus onClick={props.onLeave}>
                {pickerWords.discard}
              </Button>
            </>
          ) : (
            <Button variant="default" onClick={props.onClose} disabled={isApplying}>
              {hasChanges ? pickerWords.discard : pickerWords.close}
            </Button>
          )}
          <Button onClick={props.onApply} disabled={!hasChanges || isEmpty} loading={isApplying}>
            {pickerWords.apply}
          </Button>
        </Group>
      </Group>
    </footer>
  );
}
