import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useRef } from 'react';
import { currentUserQuery, datasetQuery, datasetsQuery } from '../../api/session.ts';
import { site } from '../site.ts';
import { Footer } from './Footer.tsx';
import { Gate } from './Gate.tsx';
import { Header } from './Header.tsx';
import { LoadingBar } from './LoadingBar.tsx';
import classes from './Shell.module.css';
import { useArrival } from './useArrival.ts';
import { usePageTitle } from './usePageTitle.ts';

const SessionWatch = lazy(async () => ({
  default: (await import('../../features/access/session/SessionWatch.tsx')).SessionWatch,
}));

/** Header, content and footer of every page; the gate decides what the visitor may see between them. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const session = useQuery(currentUserQuery);
  const user = session.data?.user;
  const signedIn = user !== undefined && user !== null;
  const datasets = useQuery({ ...datasetsQuery, enabled: signedIn });
  const dataset = useActiveDataset(signedIn);
  const title = dataset?.siteTitle ?? site.title;
  useArrival(main);
  usePageTitle(dataset?.name, title);

  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <LoadingBar />
      <Header user={user} dataset={dataset} mayLeave={(datasets.data?.length ?? 0) > 1} />
      <main id="content" ref={main} tabIndex={-1} className={classes.content}>
        <Gate />
      </main>
      {session.data?.session && (
        <Suspense>
          <SessionWatch />
        </Suspense>
      )}
      <Footer title={title} version={session.data?.version} />
    </div>
  );
}

function useActiveDataset(signedIn: boolean) {
  const { dataset } = useParams({ strict: false });
  return useQuery({ ...datasetQuery(dataset ?? ''), enabled: signedIn && dataset !== undefined }).data;
}
