import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

/** Something that is shown when its title is pressed. */
export const Disclosure = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <details className={classes.disclosure}>
    <summary>{title}</summary>
    {children}
  </details>
);
