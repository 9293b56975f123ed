import { ActionIcon, Tooltip } from '@mantine/core';
import { Info } from 'lucide-react';

interface InfoTipProps {
  readonly about: string;
  readonly text: string;
}

/** An explanation that shows on hover, focus and touch. */
export function InfoTip({ about, text }: InfoTipProps) {
  return (
    <Tooltip label={text} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon variant="transparent" color="gray" size="sm" aria-label={`About: ${about}. ${text}`}>
        <Info size={15} />
      </ActionIcon>
    </Tooltip>
  );
}
