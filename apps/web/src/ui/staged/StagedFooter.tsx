import { Alert, Button, Group, Progress, Text } from '@mantine/core';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './StagedFooter.module.css';

interface StagedFooterProps {
  /** What waits to be applied, or why nothing can be. */
  readonly says: string;
  readonly isWrong?: boolean;
  readonly problem: string | undefined;
  readonly hasChanges: boolean;
  readonly mayApply: boolean;
  readonly isApplying: boolean;
  /** How much is applied, from 0 to 100. */
  readonly progress?: { readonly percent: number; readonly label: string } | undefined;
  /** Whether the person is asked about leaving staged edits behind. */
  readonly isLeaving: boolean;
  /** Other buttons, where nobody is asked. */
  readonly extra?: ReactNode;
  readonly onStay: () => void;
  readonly onLeave: () => void;
  readonly onClose: () => void;
  readonly onApply: () => void;
}

/** What is staged, and the buttons that apply it or throw it away. */
export function StagedFooter(props: StagedFooterProps) {
  const { says, isWrong = false, problem, hasChanges, mayApply, isApplying, progress } = props;
  return (
    <div className={classes.footer}>
      {problem !== undefined && (
        <Alert color="red" p="xs" role="alert" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      )}
      {progress !== undefined && <Progress value={progress.percent} size="sm" aria-label={progress.label} />}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c={isWrong ? 'var(--atrium-danger)' : 'dimmed'} role="status">
          {says}
        </Text>
        <Group gap="xs">
          {props.isLeaving ? (
            <>
              <Button variant="default" onClick={props.onStay}>
                Keep editing
              </Button>
              <Button color="red" data-autofocus onClick={props.onLeave}>
                Discard
              </Button>
            </>
          ) : (
            <>
              {props.extra}
              <Button variant="default" onClick={props.onClose} disabled={isApplying}>
                {hasChanges ? 'Discard' : 'Close'}
              </Button>
            </>
          )}
          <Button onClick={props.onApply} disabled={!mayApply} loading={isApplying}>
            Apply changes
          </Button>
        </Group>
      </Group>
    </div>
  );
}
