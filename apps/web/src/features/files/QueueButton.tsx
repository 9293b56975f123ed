import { Button } from '@mantine/core';
import { Check, Plus } from '../../ui/icons.ts';
import classes from './Files.module.css';
import { words } from './filesWords.ts';

export interface QueueButtonProps {
  readonly isQueued: boolean;
  readonly isBusy: boolean;
  readonly addName: string;
  readonly removeName: string;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
}

/** Adds something to the queue, or takes it out; it shows a spinner until the server has answered. */
export function QueueButton({ isQueued, isBusy, addName, removeName, onAdd, onRemove }: QueueButtonProps) {
  return (
    <Button
      size="compact-sm"
      classNames={{ section: classes.buttonIcon ?? '' }}
      variant={isQueued ? 'light' : 'default'}
      loading={isBusy}
      aria-label={isQueued ? removeName : addName}
      leftSection={isQueued ? <Check size={14} aria-hidden /> : <Plus size={14} aria-hidden />}
      onClick={isQueued ? onRemove : onAdd}
    >
      <span className={classes.wide}>{isQueued ? words.queued : words.add}</span>
    </Button>
  );
}
