import type { ReactNode } from 'react';
import classes from './ResultsTable.module.css';

/** The place of the rows when there is something to say instead. */
export const Message = ({ children }: { readonly children: ReactNode }) => (
  <div className={classes.message}>{children}</div>
);
