import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { signOutWords as words } from './words.ts';

export interface SignOutQuestionProps {
  /** How many drafts there are, which a sign-out discards. */
  readonly drafts: number;
  readonly isLeaving: boolean;
  readonly onSignOut: () => void;
  readonly onClose: () => void;
}

/** Asks before a sign-out that discards what was typed and not saved (rule 16.11). */
export const SignOutQuestion = ({ drafts, isLeaving, onSignOut, onClose }: SignOutQuestionProps) => (
  <ConfirmDialog
    title={words.title}
    confirm={words.confirm}
    cancel={words.stay}
    isBusy={isLeaving}
    onConfirm={onSignOut}
    onClose={onClose}
  >
    {words.drafts(drafts)}
  </ConfirmDialog>
);
