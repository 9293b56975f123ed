import { site } from '../site.ts';
import classes from './Footer.module.css';

export interface FooterProps {
  readonly title: string;
  readonly version: string | undefined;
}

export function Footer({ title, version }: FooterProps) {
  return (
    <footer className={classes.footer}>
      <span>
        © {new Date().getFullYear()} {title}
        {version !== undefined && (
          <span className={classes.version}>Version {version.replace(/^v/, '')}</span>
        )}
      </span>
      {site.credits.map((credit) => (
        <span key={credit}>{credit}</span>
      ))}
    </footer>
  );
}
