import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/**
 * After a change of page the focus goes to its heading; while the heading is still being loaded it waits on `main`,
 * from where the heading takes it.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        if (!pathChanged || fromLocation === undefined) return;
        const heading = main.current?.querySelector<HTMLElement>('h1[tabindex]');
        (heading ?? main.current)?.focus({ preventScroll: true });
      }),
    [router, main],
  );
}
