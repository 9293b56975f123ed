import { Alert, Button, Group, Text } from '@mantine/core';
import { ArrowLeftRight, CircleAlert } from 'lucide-react';
import { announce } from '../../../ui/announce.ts';
import classes from './AxesDialog.module.css';
import type { AxesEditing } from './useAxesDialog.ts';
import { axesWords } from './words.ts';

interface AxesFooterProps {
  readonly editing: AxesEditing;
  /** Whether the person is asked about leaving staged edits behind. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
}

/** What is staged, and the buttons that apply it or throw it away. */
export function AxesFooter({ editing, isLeaving, onStay, onLeave, onClose }: AxesFooterProps) {
  const { draft, dispatch, changes, isApplying, problem } = editing;
  const isEmpty = draft.rows.length + draft.cols.length === 0;
  const swap = () => {
    dispatch({ kind: 'swapped' });
    announce(axesWords.swapped);
  };
  return (
    <div className={classes.footer}>
      {problem !== undefined && (
        <Alert color="red" p="xs" role="alert" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {changes === 0 ? axesWords.nothing : axesWords.changes(changes)}
        </Text>
        <Group gap="xs">
          {isLeaving ? (
            <>
              <Button variant="default" onClick={onStay}>
                {axesWords.keep}
              </Button>
              <Button color="red" data-autofocus onClick={onLeave}>
                {axesWords.discard}
              </Button>
            </>
          ) : (
            <>
              <Button
                variant="subtle"
                color="gray"
                className={classes.swap}
                leftSection={<ArrowLeftRight size={16} aria-hidden />}
                onClick={swap}
                disabled={isEmpty || isApplying}
              >
                {axesWords.swap}
              </Button>
              <Button variant="default" onClick={onClose} disabled={isApplying}>
                {changes > 0 ? axesWords.discard : axesWords.close}
              </Button>
            </>
          )}
          <Button onClick={() => void editing.apply()} disabled={changes === 0} loading={isApplying}>
            {axesWords.apply}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
