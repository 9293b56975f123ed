import { Paper } from '@mantine/core';
import classes from './ReportLines.module.css';

interface ReportLinesProps {
  readonly lines: readonly string[];
  readonly label: string;
}

/** The report of an import, line by line as the command line prints it; wide lines scroll on their own. */
export const ReportLines = ({ lines, label }: ReportLinesProps) => (
  <Paper withBorder className={classes.frame}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <pre className={classes.lines}>{lines.join('\n')}</pre>
    </section>
  </Paper>
);
