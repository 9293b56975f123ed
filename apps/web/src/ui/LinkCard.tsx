import type { ReactNode } from 'react';
import classes from './LinkCard.module.css';

export interface LinkCardProps {
  readonly href: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly detail: string;
}

/** A card that is a link to another site. */
export const LinkCard = ({ href, icon, title, detail }: LinkCardProps) => (
  <a href={href} rel="noreferrer" className={classes.card}>
    <span className={classes.icon}>{icon}</span>
    <span className={classes.texts}>
      <strong>{title}</strong>
      <span className={classes.detail}>{detail}</span>
    </span>
  </a>
);
