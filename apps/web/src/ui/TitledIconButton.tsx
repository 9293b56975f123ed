import { ActionIcon } from '@mantine/core';
import type { LabelledIconButtonProps } from './LabelledIconButton.tsx';

/** As LabelledIconButton, with the browser's own tooltip: for the first paint, which should not wait for ours. */
export function TitledIconButton({ label, children, ...button }: LabelledIconButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" {...button} aria-label={label} title={label}>
      {children}
    </ActionIcon>
  );
}
