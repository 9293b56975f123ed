import { Button, NativeSelect, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Pencil, Plus } from '../../../ui/icons.ts';
import { placementWords, words } from '../cohortWords.ts';
import { ExplainedSwitch } from '../ExplainedSwitch.tsx';
import { Messages } from '../Messages.tsx';
import classes from './EditorSession.module.css';
import type { Placement } from './placement.ts';

interface EditorActionsProps {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  /** Present where the last try failed because of warnings only. */
  readonly onApplyAnyway: (() => void) | undefined;
  readonly isEditing: boolean;
  /** Chooses the set that a new filter joins, where there is a choice. */
  readonly placement: Placement | undefined;
  /** How many subjects would remain. */
  readonly preview: ReactNode;
  readonly isSaving: boolean;
  readonly isExcluded: boolean;
  /** Absent where the concept cannot be excluded (boolean: choose the other value). */
  readonly onExclude: ((on: boolean) => void) | undefined;
}

/** The bar at the foot: the result of the last attempt, exclude, and apply. */
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
        {props.placement && <PlacementSelect {...props.placement} />}
        <div className={classes.apply}>
          {props.preview}
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

/** Whether a new filter holds for the same record as the filters of a set, or for another one. */
function PlacementSelect({ noun, choices, value, onChange }: Placement) {
  const id = useId();
  return (
    <div className={classes.placement}>
      <Text component="label" htmlFor={id} size="sm">
        {placementWords.which(noun)}
      </Text>
      <NativeSelect
        id={id}
        size="xs"
        data={[...choices]}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  );
}
