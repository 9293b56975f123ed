import type { ReactNode } from 'react';
import classes from './Tip.module.css';

interface TipProps {
  readonly className?: string | undefined;
  /** In pixels. */
  readonly left: number;
  readonly top: number;
  /** Whether it is below what it is about, instead of above. */
  readonly isBelow?: boolean;
  readonly children: ReactNode;
}

/** A short text at the pointer. Screen readers get the same from the element that it is about. */
export const Tip = ({ className = '', left, top, isBelow = false, children }: TipProps) => (
  <div className={`${classes.tip} ${className}`} data-below={isBelow} style={{ left, top }} aria-hidden>
    {children}
  </div>
);
