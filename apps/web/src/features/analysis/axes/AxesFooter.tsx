import { Button } from '@mantine/core';
import { ArrowLeftRight } from 'lucide-react';
import { announce } from '../../../ui/announce.ts';
import { StagedFooter } from '../../../ui/staged/StagedFooter.tsx';
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

/** What is staged, and the buttons that swap, apply or discard it. */
export function AxesFooter({ editing, ...leaving }: AxesFooterProps) {
  const { draft, dispatch, changes, isApplying, problem } = editing;
  const isEmpty = draft.rows.length + draft.cols.length === 0;
  const swap = () => {
    dispatch({ kind: 'swapped' });
    announce(axesWords.swapped);
  };
  return (
    <StagedFooter
      {...leaving}
      says={changes === 0 ? axesWords.nothing : axesWords.changes(changes)}
      problem={problem}
      hasChanges={changes > 0}
      mayApply={changes > 0}
      isApplying={isApplying}
      onApply={() => void editing.apply()}
      extra={
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
      }
    />
  );
}
