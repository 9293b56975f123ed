import { Progress } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { ScrollRegion } from '../ScrollRegion.tsx';
import classes from './Pane.module.css';

interface PaneProps {
  readonly ref?: Ref<HTMLElement>;
  readonly className?: string | undefined;
  readonly bar: ReactNode;
  /** Says what is loading; undefined while nothing is. */
  readonly busy?: string | undefined;
  /** What floats in the corner, such as an error that can be dismissed. */
  readonly notices?: ReactNode;
  readonly children: ReactNode;
}

/** The main part of a screen: a bar, then content that takes the rest of the height. */
export const Pane = ({ ref, className = '', bar, busy, notices, children }: PaneProps) => (
  <section ref={ref} className={`${classes.pane} ${className}`}>
    {bar}
    {busy !== undefined && (
      <Progress value={100} animated size={3} radius={0} className={classes.busy ?? ''} aria-label={busy} />
    )}
    {children}
    {notices !== undefined && <div className={classes.notices}>{notices}</div>}
  </section>
);

/** A message in place of the content of a pane. */
export const PaneMessage = ({ children }: { readonly children: ReactNode }) => (
  <ScrollRegion label="Message" className={classes.message}>
    {children}
  </ScrollRegion>
);

/** The class of a strip above or below the content; `data-edge` says on which side it has a line. */
export const stripClass = classes.strip;
