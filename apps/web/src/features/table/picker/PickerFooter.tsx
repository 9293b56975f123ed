import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import classes from './ColumnPicker.module.css';
import { isStaged, type StagedEdits } from './stagedEdits.ts';
import type { ApplyProgress } from './useColumnPicker.ts';
import { pickerWords } from './words.ts';

interface PickerFooterProps {
  readonly staged: StagedEdits;
  readonly problem: string | undefined;
  readonly isEmpty: boolean;
  readonly progress: ApplyProgress | undefined;
  /** Whether the person is asked about leaving staged edits behind. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
  readonly onApply: () => void;
}

/** What is staged, and the buttons that apply it or throw it away. */
export function PickerFooter(props: PickerFooterProps) {
  const { staged, problem, isEmpty, progress, isLeaving } = props;
  const isApplying = progress !== undefined;
  const hasChanges = isStaged(staged);
  const { adds, removes, changes: changed, isReordered } = staged;
  const changes = pickerWords.changes({
    adds: adds.length,
    removes: removes.length,
    changes: changed.length,
    isReordered,
  });
  const says = isEmpty ? pickerWords.noColumns : hasChanges ? changes : pickerWords.nothing;
  return (
    <div className={classes.footer}>
      {problem !== undefined && (
        <Alert color="red" p="xs" role="alert" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      )}
      {progress !== undefined && (
        <Progress value={(100 * progress.made) / progress.of} size="sm" aria-label={pickerWords.applying} />
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c={isEmpty ? 'var(--atrium-danger)' : 'dimmed'} role="status">
          {progress
            ? pickerWords.progress(progress.made, progress.of)
            : isLeaving
              ? pickerWords.unsaved(changes)
              : says}
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
    </div>
  );
}
