import { StagedFooter } from '../../../ui/staged/StagedFooter.tsx';
import { isStaged, type StagedEdits } from './stagedEdits.ts';
import type { ApplyProgress } from './useColumnPicker.ts';
import { pickerWords, stagedWords } from './words.ts';

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

/** What is staged, how much of it is applied, and the buttons. */
export function PickerFooter({ staged, isEmpty, progress, ...rest }: PickerFooterProps) {
  const hasChanges = isStaged(staged);
  return (
    <StagedFooter
      {...rest}
      says={
        progress ? pickerWords.progress(progress.made, progress.of) : waiting(staged, isEmpty, rest.isLeaving)
      }
      isWrong={isEmpty}
      hasChanges={hasChanges}
      mayApply={hasChanges && !isEmpty}
      isApplying={progress !== undefined}
      progress={progress && { percent: (100 * progress.made) / progress.of, label: pickerWords.applying }}
    />
  );
}

function waiting(staged: StagedEdits, isEmpty: boolean, isLeaving: boolean): string {
  const says = stagedWords(staged);
  if (isLeaving) return pickerWords.unsaved(says);
  if (isEmpty) return pickerWords.noColumns;
  return isStaged(staged) ? says : pickerWords.nothing;
}
