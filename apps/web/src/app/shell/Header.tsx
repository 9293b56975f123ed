import type { User } from '@atrium/contract/wire/access';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Skeleton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LogIn, Moon, Sun } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { TitledIconButton } from '../../ui/TitledIconButton.tsx';
import { site } from '../site.ts';
import { useNamedDataset } from '../useScreenAccess.ts';
import classes from './Header.module.css';
import { MainNavigation } from './MainNavigation.tsx';
import { RightNavigation } from './RightNavigation.tsx';
import { SmallMenu } from './SmallMenu.tsx';

const UserMenu = lazy(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu }));

export interface HeaderProps {
  readonly user: User | null | undefined;
  readonly dataset: DatasetDetail | undefined;
  /** Whether there is another dataset to switch to. */
  readonly maySwitch: boolean;
}

function logoOf(dataset: DatasetDetail | undefined, isDark: boolean): string | undefined {
  const own = isDark ? (site.logo?.dark ?? site.logo?.light) : site.logo?.light;
  return dataset?.logoUrl ?? own;
}

/** The logo of the dataset, else of the site, else the title of the site. */
function Brand({ dataset }: Pick<HeaderProps, 'dataset'>) {
  const isDark = useComputedColorScheme('light') === 'dark';
  const title = dataset?.siteTitle ?? site.title;
  const logo = logoOf(dataset, isDark);
  const content = logo ? (
    <img src={logo} alt={title} height={40} className={classes.logo} />
  ) : (
    <>
      <BrandMark size={32} />
      <span>{title}</span>
    </>
  );
  return dataset ? (
    <Link to="/dataset/$dataset" params={{ dataset: dataset.uniqueId }} className={classes.brand}>
      {content}
    </Link>
  ) : (
    <Link to="/" className={classes.brand}>
      {content}
    </Link>
  );
}

/** The bar at the top of every page. */
export function Header({ user, dataset, maySwitch }: HeaderProps) {
  const signingIn = useLocation({ select: ({ pathname }) => pathname === '/login' });
  const isInDataset = useNamedDataset() !== undefined;
  const isSignedIn = user !== undefined && user !== null;
  return (
    <header className={classes.header}>
      {isSignedIn && dataset ? (
        <SmallMenu dataset={dataset} />
      ) : (
        isInDataset && user !== null && <span className={classes.menuRoom} />
      )}
      <Brand dataset={dataset} />
      {dataset && (dataset.name !== dataset.siteTitle || logoOf(dataset, false) !== undefined) && (
        <Link
          to="/dataset/$dataset"
          params={{ dataset: dataset.uniqueId }}
          className={classes.dataset}
          title={dataset.name}
        >
          {dataset.name}
        </Link>
      )}
      <div className={classes.middle}>
        {isSignedIn && dataset && <MainNavigation dataset={dataset} layout="bar" />}
      </div>
      <div className={classes.tools}>
        <RightNavigation isSignedIn={isSignedIn} layout="bar" />
        <SchemeToggle />
        {isSignedIn && (
          <Suspense fallback={<Skeleton circle h={28} w={28} />}>
            <UserMenu user={user} maySwitch={maySwitch} staffLinks={site.staffLinks} />
          </Suspense>
        )}
        {user === null && !signingIn && (
          <LinkButton to="/login" size="sm" leftSection={<LogIn size={16} aria-hidden />}>
            Login
          </LinkButton>
        )}
      </div>
    </header>
  );
}

/** Switches between the light and the dark theme. The browser keeps the choice. */
function SchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme('light') === 'dark';
  return (
    <TitledIconButton
      label={dark ? 'Use the light theme' : 'Use the dark theme'}
      onClick={() => setColorScheme(dark ? 'light' : 'dark')}
    >
      {dark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </TitledIconButton>
  );
}
