import { announce } from '../../../ui/announce.ts';
import { StagedNotice } from '../../../ui/staged/StagedNotice.tsx';
import { isStaged, type StagedEdits } from './stagedEdits.ts';
import { pickerWords, stagedWords } from './words.ts';

interface StagedColumnsProps {
  readonly staged: StagedEdits;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Says that staged columns wait, where their dialog was left without applying or discarding them. */
export function StagedColumns({ staged, onContinue, onDiscard }: StagedColumnsProps) {
  if (!isStaged(staged)) return null;
  return (
    <StagedNotice
      says={pickerWords.waiting(stagedWords(staged))}
      onContinue={onContinue}
      onDiscard={() => {
        onDiscard();
        announce(pickerWords.discarded);
      }}
    />
  );
}
