import { site } from '../site.ts';
import { RightNavigation } from './RightNavigation.tsx';
import classes from './Shell.module.css';

interface FooterProps {
  readonly title: string;
  readonly isSignedIn: boolean;
  /** The version of the portal; empty until it is known. */
  readonly version: string;
}

/** Product, funding and developer of the site, and its credits (rule 14.42). */
export function Footer({ title, isSignedIn, version }: FooterProps) {
  const { product, funding, developer } = site.footer;
  const lines = [product, funding, developer, ...site.credits].map((line) => withVersions(line, version));
  return (
    <footer className={classes.footer}>
      <RightNavigation isSignedIn={isSignedIn} layout="foot" />
      <span>
        © {new Date().getFullYear()} {title}
      </span>
      {[...new Set(lines)].filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </footer>
  );
}

const withoutLetter = (version: string): string => version.replace(/^v/, '');

/** The versions in place of their names, as `{version}`. */
const withVersions = (line: string, version: string): string =>
  line
    .replaceAll('{version}', withoutLetter(version))
    .replaceAll('{platform}', withoutLetter(site.versions.platform))
    .replaceAll('{dataHub}', site.versions.dataHub)
    .trim();
