import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { ApiError } from '../../api/apiError.ts';
import { collectionsOptions } from '../../api/collections.ts';
import { connection } from '../../api/connection.ts';
import { keptArticles } from '../../api/keptArticles.ts';
import { currentUserQuery, datasetQuery, datasetsQuery } from '../../api/session.ts';
import { loadSessionContext } from '../../features/access/session/sessionContext.ts';
import { expectsSession } from '../../features/access/session/sharedSession.ts';
import { mayOpen, type ScreenPermission } from '../mayOpen.ts';
import { useNamedDataset, useScreenAccess } from '../useScreenAccess.ts';
import { ScreenLoading } from './ScreenLoading.tsx';
import { AccessTooLow, DatasetClosed, NotFound, SessionFailed, StaffOnly } from './ScreenMessages.tsx';

const AgreementPage = lazy(async () => ({
  default: (await import('../../features/dataset/AgreementPage.tsx')).AgreementPage,
}));

const PurposePage = lazy(async () => ({
  default: (await import('../../features/dataset/PurposePage.tsx')).PurposePage,
}));

const OfflineReading = lazy(async () => ({
  default: (await import('../screens/OfflineReading.tsx')).OfflineReading,
}));

/** Shows a screen if the visitor may see it, and otherwise says why not. */
export function Gate() {
  const access = useScreenAccess();
  const isHome = useLocation({ select: ({ pathname }) => pathname === '/' });
  const session = useQuery(currentUserQuery);
  const isOffline = useSyncExternalStore(connection.subscribe, connection.isOffline);

  if (session.isPending && isOffline && keptArticles().length > 0)
    return (
      <Suspense fallback={<ScreenLoading />}>
        <OfflineReading />
      </Suspense>
    );
  if (session.isPending) return isHome && !expectsSession() ? <Outlet /> : <ScreenLoading />;
  if (session.isLoadingError)
    return <SessionFailed error={session.error} onRetry={() => session.refetch()} />;
  if (access === 'anyone') return <Outlet />;
  if (session.data.user === null) return <ToHome />;
  if (access === 'signedIn') return <Outlet />;
  if (access === 'staff') return session.data.user.isStaff ? <Outlet /> : <StaffOnly />;
  return <DatasetGate permission={access} />;
}

function DatasetGate({ permission }: { readonly permission: ScreenPermission }) {
  const dataset = useNamedDataset();
  return dataset === undefined ? <NotFound /> : <OpenDataset dataset={dataset} permission={permission} />;
}

interface OpenDatasetProps {
  readonly dataset: string;
  readonly permission: ScreenPermission;
}

function OpenDataset({ dataset, permission }: OpenDatasetProps) {
  const found = useQuery(datasetQuery(dataset));
  // Screens name subjects and records by the titles of the dataset, so they wait for these. A failure does not close them,
  // and another attempt does not take them away.
  const collections = useQuery({ ...collectionsOptions(dataset), enabled: found.data !== undefined });
  if (found.isPending || (found.isSuccess && !collections.isFetched)) return <ScreenLoading />;
  if (found.isError && owes(found.error, 'agreement_required'))
    return <Instead page={AgreementPage} dataset={dataset} />;
  if (found.isError && owes(found.error, 'purpose_required'))
    return <Instead page={PurposePage} dataset={dataset} />;
  if (found.data === undefined || isRefused(found.error))
    return <DatasetClosed error={found.error} onRetry={() => found.refetch()} />;
  return mayOpen(permission, found.data) ? <Outlet key={dataset} /> : <AccessTooLow dataset={found.data} />;
}

/** Not so where the portal could not answer: then the screen stays, with what somebody has typed. */
const isRefused = (error: Error | null): boolean =>
  error instanceof ApiError && [401, 403, 404].includes(error.status);

const owes = (error: Error, code: 'agreement_required' | 'purpose_required'): boolean =>
  error instanceof ApiError && error.code === code;

interface InsteadProps {
  readonly page: ComponentType<{ readonly dataset: string; readonly name: string }>;
  readonly dataset: string;
}

/** The agreement, or the form of the purpose, stands in place of the screen, which keeps its address and appears afterwards. */
function Instead({ page: Page, dataset }: InsteadProps) {
  const datasets = useQuery(datasetsQuery);
  const name = datasets.data?.find(({ uniqueId }) => uniqueId === dataset)?.name ?? dataset;
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Page dataset={dataset} name={name} />
    </Suspense>
  );
}

/**
 * Sends a visitor who is not signed in to the home page, with the reason if a session has ended in this tab. The page
 * that the visitor wanted stays in the address (rule 14.40).
 */
function ToHome() {
  const router = useRouter();
  useEffect(() => {
    const search = { returnTo: router.latestLocation.href, ended: loadSessionContext()?.ended };
    void router.navigate({ to: '/', search, replace: true });
  }, [router]);
  return <ScreenLoading />;
}
