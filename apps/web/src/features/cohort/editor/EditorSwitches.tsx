import type { ShownCount } from '@atrium/contract';
import { formatCount } from '../../../lib/formatNumber.ts';
import { ExplainedSwitch } from '../ExplainedSwitch.tsx';
import { words } from '../words.ts';
import classes from './EditorSession.module.css';

interface EditorSwitchesProps {
  readonly isCohortOnly: boolean;
  readonly onCohortOnly: (on: boolean) => void;
  readonly includeMissing: boolean;
  readonly onIncludeMissing: (on: boolean) => void;
  /** Subjects without a value, once known. */
  readonly missing: ShownCount | undefined;
}

/** Whose data are shown, and whether subjects without a value stay. */
export function EditorSwitches(props: EditorSwitchesProps) {
  return (
    <div className={classes.switches}>
      <ExplainedSwitch
        label={words.cohortOnly}
        tip={words.cohortOnlyTip}
        checked={props.isCohortOnly}
        onChange={props.onCohortOnly}
      />
      <ExplainedSwitch
        label={words.includeMissing}
        detail={props.missing === undefined ? undefined : formatCount(props.missing)}
        tip={words.includeMissingTip}
        checked={props.includeMissing}
        onChange={props.onIncludeMissing}
      />
    </div>
  );
}
