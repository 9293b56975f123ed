import { ActionIcon, Group, Switch, Tooltip } from '@mantine/core';
import { Info } from '../../ui/icons.ts';

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

interface InfoTipProps {
  readonly about: string;
  readonly text: string;
}

/** An explanation that shows on hover, focus and touch. */
function InfoTip({ about, text }: InfoTipProps) {
  return (
    <Tooltip label={text} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon variant="transparent" color="gray" size="sm" aria-label={`About: ${about}. ${text}`}>
        <Info size={15} />
      </ActionIcon>
    </Tooltip>
  );
}
