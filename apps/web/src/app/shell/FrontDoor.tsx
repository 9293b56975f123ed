import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readVisit } from '../../features/access/session/visit.ts';
import { ScreenLoading } from './ScreenLoading.tsx';

/**
 * Sends a visitor whom nobody knows to the front door, once, with the address they wanted; whose session has ended in
 * this tab is asked to log in at once.
 */
export function FrontDoor() {
  const router = useRouter();
  useEffect(() => {
    const returnTo = router.latestLocation.href;
    const ended = readVisit()?.ended;
    if (ended === undefined) void router.navigate({ to: '/', search: { returnTo }, replace: true });
    else void router.navigate({ to: '/login', search: { returnTo, ended }, replace: true });
  }, [router]);
  return <ScreenLoading />;
}
