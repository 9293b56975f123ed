import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ScreenLoading } from './ScreenLoading.tsx';

/** Sends a visitor whom nobody knows to the front door, once, with the address they wanted. */
export function FrontDoor() {
  const router = useRouter();
  useEffect(() => {
    const returnTo = router.latestLocation.href;
    void router.navigate({ to: '/', search: { returnTo }, replace: true });
  }, [router]);
  return <ScreenLoading />;
}
