import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './DialogActions.module.css';

/** The buttons at the end of a dialog, which stay in view while a long dialog scrolls. */
export const DialogActions = ({ children }: { readonly children: ReactNode }) => (
  <Group justify="flex-end" gap="sm" className={classes.actions}>
    {children}
  </Group>
);
