import { PendingGrid } from './grid/PendingGrid.tsx';
import { HeaderBar } from './header/HeaderBar.tsx';
import classes from './ResultsTable.module.css';

/** The results before it is known whose they are. */
export const ResultsPending = () => (
  <section className={classes.results}>
    <HeaderBar counts={undefined} actions={[]} />
    <PendingGrid />
  </section>
);
