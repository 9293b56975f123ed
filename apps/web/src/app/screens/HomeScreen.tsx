import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { currentUserQuery } from '../../api/session.ts';
import { takeReturnAddress } from '../../features/access/session/sessionContext.ts';
import { ScreenLoading } from '../shell/ScreenLoading.tsx';
import { Welcome } from './Welcome.tsx';

const Datasets = lazy(async () => ({ default: (await import('./DatasetsScreen.tsx')).DatasetsScreen }));

/** The home page: the datasets for a signed-in person, a welcome for anyone else. */
export function HomeScreen() {
  const { data } = useQuery(currentUserQuery);
  if (!data?.user) return <Anonymous isKnown={data !== undefined} />;
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Datasets />
    </Suspense>
  );
}

/** An inactive person who was signed out at a provider comes back here, and is sent on to the page that was open. */
function Anonymous({ isKnown }: { readonly isKnown: boolean }) {
  const navigate = useNavigate();
  useEffect(() => {
    const returnTo = isKnown ? takeReturnAddress() : null;
    if (returnTo !== null)
      void navigate({ to: '/login', search: { returnTo, ended: 'idle' }, replace: true });
  }, [isKnown, navigate]);
  return <Welcome />;
}
