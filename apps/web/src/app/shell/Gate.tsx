import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatches, useParams } from '@tanstack/react-router';
import { currentUserQuery, datasetQuery } from '../../api/session.ts';
import { mayOpen, type ScreenNeed } from '../mayOpen.ts';
import { FrontDoor } from './FrontDoor.tsx';
import { AccessTooLow, DatasetClosed, SessionFailed, StaffOnly } from './gateMessages.tsx';
import { ScreenLoading } from './ScreenLoading.tsx';

/** Lets a screen appear once it is known that the visitor may see it; says why not otherwise. */
export function Gate() {
  const access = useMatches({ select: (matches) => matches.at(-1)?.staticData.access ?? 'anyone' });
  const session = useQuery(currentUserQuery);

  if (session.isPending) return <ScreenLoading />;
  if (session.isLoadingError)
    return <SessionFailed error={session.error} onRetry={() => session.refetch()} />;
  if (access === 'anyone') return <Outlet />;
  if (session.data.user === null) return <FrontDoor />;
  if (access === 'signedIn') return <Outlet />;
  if (access === 'staff') return session.data.user.isStaff ? <Outlet /> : <StaffOnly />;
  return <DatasetGate need={access} />;
}

function DatasetGate({ need }: { readonly need: ScreenNeed }) {
  const { dataset = '' } = useParams({ strict: false });
  const found = useQuery(datasetQuery(dataset));
  if (found.isPending) return <ScreenLoading />;
  if (found.isError) return <DatasetClosed error={found.error} onRetry={() => found.refetch()} />;
  return mayOpen(need, found.data) ? <Outlet key={dataset} /> : <AccessTooLow dataset={found.data} />;
}
