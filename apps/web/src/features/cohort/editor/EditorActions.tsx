import { Button, Text } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { ExplainedSwitch } from '../ExplainedSwitch.tsx';
import { Messages } from '../Messages.tsx';
import { words } from '../words.ts';
import classes from './EditorSession.module.css';

interface EditorActionsProps {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Present after a try that only warnings kept from being saved. */
  readonly onApplyAnyway: (() => void) | undefined;
  readonly isEditing: boolean;
  /** Chooses the set that a new filter joins, where there is a choice. */
  readonly placement?: ReactNode;
  /** How many would be left. */
  readonly trial?: ReactNode;
  readonly isSaving: boolean;
  readonly isExcluded: boolean;
  /** Absent where the concept cannot be excluded (boolean: choose the other value). */
  readonly onExclude: ((on: boolean) => void) | undefined;
}

/** The bar that stays in sight: what the last try brought, exclude, and apply. */
export function EditorActions(props: EditorActionsProps) {
  const { isEditing, isSaving, onApplyAnyway, onExclude } = props;
  return (
    <div className={classes.actions}>
      <Messages errors={props.errors} warnings={props.warnings} />
      {onApplyAnyway !== undefined && (
        <div className={classes.actionRow}>
          <Text size="sm" c="dimmed">
            {words.applyAnywayHint}
          </Text>
          <Button size="xs" variant="default" ml="auto" disabled={isSaving} onClick={onApplyAnyway}>
            {words.applyAnyway}
          </Button>
        </div>
      )}
      <div className={classes.actionRow}>
        {onExclude !== undefined && (
          <ExplainedSwitch
            label={words.exclude}
            tip={words.excludeTip}
            checked={props.isExcluded}
            onChange={onExclude}
          />
        )}
        {props.placement}
        <div className={classes.apply}>
          {props.trial}
          <Button
            type="submit"
            loading={isSaving}
            leftSection={isEditing ? <Pencil size={16} /> : <Plus size={16} />}
          >
            {isEditing ? words.update : words.apply}
          </Button>
        </div>
      </div>
    </div>
  );
}
