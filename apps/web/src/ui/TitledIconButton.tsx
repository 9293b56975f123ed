import { ActionIcon } from '@mantine/core';
import type { LabelledIconButtonProps } from './LabelledIconButton.tsx';

/** Like LabelledIconButton, but with the browser's own tooltip, so that the first paint does not load ours. */
export function TitledIconButton({ label, children, ...button }: LabelledIconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" {...button} aria-label={label} title={label}>
      {children}
    </ActionIcon>
  );
}
