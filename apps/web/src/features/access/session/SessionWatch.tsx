import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../../api/session.ts';
import { SessionDialog } from './SessionDialog.tsx';
import { useSessionWatch, type Watched } from './useSessionWatch.ts';

/** Stands beside every page of who is signed in; shows itself only when the session is about to end. */
export function SessionWatch() {
  const { data, dataUpdatedAt } = useQuery({ ...currentUserQuery, enabled: false });
  if (!data?.user || !data.session) return null;
  return <Watch key={data.user.id} account={data.user.id} session={data.session} loadedAt={dataUpdatedAt} />;
}

function Watch(watched: Watched) {
  return <SessionDialog watch={useSessionWatch(watched)} />;
}
