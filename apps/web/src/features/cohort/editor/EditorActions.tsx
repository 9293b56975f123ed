import { Button } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import { ExplainedSwitch } from '../ExplainedSwitch.tsx';
import { Messages } from '../Messages.tsx';
import { words } from '../words.ts';
import classes from './EditorSession.module.css';

interface EditorActionsProps {
  readonly outcome: { readonly errors: readonly string[]; readonly warnings: readonly string[] };
  readonly isEditing: boolean;
  readonly isSaving: boolean;
  readonly isExcluded: boolean;
  /** Absent where the concept cannot be excluded (boolean: choose the other value). */
  readonly onExclude: ((on: boolean) => void) | undefined;
}

/** The bar that stays in sight: what the last try brought, exclude, and apply. */
export function EditorActions({ outcome, isEditing, isSaving, isExcluded, onExclude }: EditorActionsProps) {
  return (
    <div className={classes.actions}>
      <Messages errors={outcome.errors} warnings={outcome.warnings} />
      <div className={classes.actionRow}>
        {onExclude !== undefined && (
          <ExplainedSwitch
            label={words.exclude}
            tip={words.excludeTip}
            checked={isExcluded}
            onChange={onExclude}
          />
        )}
        <Button
          type="submit"
          ml="auto"
          loading={isSaving}
          leftSection={isEditing ? <Pencil size={16} /> : <Plus size={16} />}
        >
          {isEditing ? words.update : words.apply}
        </Button>
      </div>
    </div>
  );
}
