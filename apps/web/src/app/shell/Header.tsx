import type { DatasetDetail, User } from '@atrium/contract';
import { Skeleton } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { LogIn } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { SchemeToggle } from '../../ui/SchemeToggle.tsx';
import { site } from '../site.ts';
import classes from './Header.module.css';
import { MainNavigation } from './MainNavigation.tsx';
import { SmallMenu } from './SmallMenu.tsx';

const UserMenu = lazy(async () => ({ default: (await import('./UserMenu.tsx')).UserMenu }));

export interface HeaderProps {
  readonly user: User | null | undefined;
  readonly dataset: DatasetDetail | undefined;
  readonly mayLeave: boolean;
}

function Brand({ dataset }: Pick<HeaderProps, 'dataset'>) {
  const title = dataset?.siteTitle ?? site.title;
  const content = dataset?.logoUrl ? (
    <img src={dataset.logoUrl} alt={title} height={36} />
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

/** The bar on top of every page; `mayLeave` says that there is another dataset to switch to. */
export function Header({ user, dataset, mayLeave }: HeaderProps) {
  const signingIn = useLocation({ select: ({ pathname }) => pathname === '/login' });
  return (
    <header className={classes.header}>
      {user && dataset && <SmallMenu dataset={dataset} />}
      <Brand dataset={dataset} />
      {dataset && dataset.name !== dataset.siteTitle && (
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
        {user && dataset && <MainNavigation dataset={dataset} layout="bar" />}
      </div>
      <div className={classes.tools}>
        <SchemeToggle />
        {user && (
          <Suspense fallback={<Skeleton circle h={28} w={28} />}>
            <UserMenu user={user} maySwitch={mayLeave} staffLinks={site.staffLinks} />
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
