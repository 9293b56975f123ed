import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMatches, useRouter, useRouterState } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { connection } from '../../api/connection.ts';
import { keepOnlyDraftsOf } from '../../api/drafts.ts';
import { stopWork } from '../../api/endOfSession.ts';
import { forgetArticles, keepOnlyArticlesOf } from '../../api/keptArticles.ts';
import { currentUserQuery, datasetQuery, datasetsQuery } from '../../api/session.ts';
import { lastDataset, noteDataset } from '../../features/access/session/sessionContext.ts';
import { noteSignedOut } from '../../features/access/session/sharedSession.ts';
import { WifiOff } from '../../ui/icons.ts';
import { site } from '../site.ts';
import { useNamedDataset, useScreenAccess } from '../useScreenAccess.ts';
import { FailedParts } from './FailedParts.tsx';
import { Footer } from './Footer.tsx';
import { Gate } from './Gate.tsx';
import { Header } from './Header.tsx';
import classes from './Shell.module.css';
import { useFocusKeeper } from './useFocusKeeper.ts';
import { usePressKeeper } from './usePressKeeper.ts';

const metaOf = (): HTMLMetaElement | null => document.querySelector('meta[name="description"]');
/** The description of the whole portal in index.html. */
const general = metaOf()?.content;

/** Sets the title of the window (screen, dataset, site) and the description of the page (rule 14.44). */
function usePageFace(dataset: string | undefined, site: string): void {
  const title = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return last?.staticData.titleOf?.(last.params) ?? last?.staticData.title;
    },
  });
  const about = useMatches({ select: (matches) => matches.at(-1)?.staticData.about });
  useEffect(() => {
    const parts = [title, dataset, site].filter((part) => part !== undefined);
    document.title = [...new Set(parts)].join(' · ');
  }, [title, dataset, site]);
  useEffect(() => {
    const meta = metaOf();
    if (meta !== null) meta.content = about ?? general ?? '';
  }, [about]);
}

const SessionWatch = lazy(async () => ({
  default: (await import('../../features/access/session/SessionWatch.tsx')).SessionWatch,
}));

/** Header, content and footer of every page. Between them the gate shows what the visitor may see. */
export function Shell() {
  const main = useRef<HTMLElement>(null);
  const session = useQuery(currentUserQuery);
  const user = session.data?.user;
  const signedIn = user !== undefined && user !== null;
  const datasets = useQuery({ ...datasetsQuery, enabled: signedIn });
  const dataset = useActiveDataset(signedIn);
  const title = dataset?.siteTitle ?? site.title;
  const isStranger = user === null;
  const account = user?.id;
  useEffect(() => {
    if (isStranger) {
      noteSignedOut();
      forgetArticles();
    }
    if (account !== undefined) {
      keepOnlyArticlesOf(account);
      keepOnlyDraftsOf(account);
      keepForOffline();
    }
  }, [isStranger, account]);
  useEffect(() => (account === undefined ? undefined : () => void stopWork()), [account]);
  useFocusOnArrival(main);
  useFocusKeeper();
  usePressKeeper();
  usePageFace(dataset?.name, title);

  return (
    <div className={classes.shell}>
      <a href="#content" className={classes.skip}>
        Skip to content
      </a>
      <LoadingBar />
      <OfflineNotice />
      {site.readOnlyNotice !== '' && (
        <p className={classes.banner} role="status">
          {site.readOnlyNotice}
        </p>
      )}
      {site.header.banner !== '' && <p className={classes.banner}>{site.header.banner}</p>}
      <Header
        user={user}
        dataset={dataset}
        maySwitch={(datasets.data?.filter(({ selectable }) => selectable).length ?? 0) > 1}
      />
      <main id="content" ref={main} tabIndex={-1} className={classes.content}>
        <FailedParts />
        <Gate />
      </main>
      {session.data?.session && (
        <Suspense>
          <SessionWatch />
        </Suspense>
      )}
      <Footer title={title} isSignedIn={signedIn} version={session.data?.version ?? ''} />
    </div>
  );
}

/** The dataset of the address; on the pages of the person and of staff the one that was open before in this tab. */
function useActiveDataset(signedIn: boolean) {
  const named = useNamedDataset();
  const access = useScreenAccess();
  const isBesideDatasets = access === 'signedIn' || access === 'staff';
  const dataset = named ?? (isBesideDatasets ? lastDataset() : undefined);
  const { data } = useQuery({ ...datasetQuery(dataset ?? ''), enabled: signedIn && dataset !== undefined });
  useEffect(() => {
    if (named !== undefined && data?.uniqueId === named) noteDataset(named);
  }, [named, data]);
  return data;
}

/** A line at the top of the window while the next screen loads. */
function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return <div className={classes.bar} data-loading={loading || undefined} aria-hidden="true" />;
}

/**
 * After a change of page the focus goes to the field that the new page is about, or else to its heading. While the heading
 * is still loading the focus is on `main`, and the heading takes it from there. A heading that cannot take it is that of the
 * page before, which is hidden until the new one is there.
 */
function useFocusOnArrival(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        const field = main.current?.querySelector<HTMLElement>('[data-arrival]');
        const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]');
        const arrival = field ?? heading;
        arrival?.focus({ preventScroll: true });
        if (document.activeElement !== arrival) main.current?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}

/** Shows, while the portal cannot be reached, that the page tries again; the page stays as it is. */
function OfflineNotice() {
  const isOffline = useSyncExternalStore(connection.subscribe, connection.isOffline);
  return (
    <div role="status" className={classes.offline} data-shown={isOffline || undefined}>
      {isOffline && (
        <>
          <WifiOff size={16} aria-hidden />
          Offline, trying again. What you see and have typed stays.
          <Button size="compact-xs" variant="default" onClick={connection.tryNow}>
            Try now
          </Button>
        </>
      )}
    </div>
  );
}

/**
 * Lets the browser store the portal's own files, once the page of a signed-in person has finished loading (rule 14.51).
 */
function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(`/sw.js?app=${site.appSegment}`).catch(() => undefined);
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(register, { timeout: 20_000 });
  else setTimeout(register, 5000);
}
