import { Group, Switch } from '@mantine/core';
import { InfoTip } from './InfoTip.tsx';

interface ExplainedSwitchProps {
  readonly label: string;
  /** Stands behind the label in brackets, for example a count. */
  readonly detail?: string | undefined;
  readonly tip: string;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

/** A switch with its explanation beside it. */
export function ExplainedSwitch({ label, detail, tip, checked, onChange }: ExplainedSwitchProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <Switch
        size="sm"
        label={detail === undefined ? label : `${label} (${detail})`}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <InfoTip about={label} text={tip} />
    </Group>
  );
}
