import { ActionIcon, type ActionIconProps, Tooltip } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';

export interface LabelledIconButtonProps
  extends Omit<ActionIconProps, 'aria-label'>,
    Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps | 'aria-label'> {
  /** The accessible name, also shown as tooltip. */
  readonly label: string;
  readonly children: ReactNode;
}

/** A button with an icon only. Its name is in a tooltip and available to screen readers. */
export function LabelledIconButton({ label, children, ...button }: LabelledIconButtonProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" {...button} aria-label={label}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
