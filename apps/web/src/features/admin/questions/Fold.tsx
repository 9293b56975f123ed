import type { ReactNode } from 'react';
import classes from './Fold.module.css';

/** Something that is shown when its title is pressed. */
export const Fold = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className={classes.fold}>
    <summary>{title}</summary>
    {children}
  </details>
);
