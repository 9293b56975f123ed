import { site } from '../site.ts';

/** Has the browser keep the portal's own files, once a page of somebody who is signed in is at rest (rule 14.51). */
export function keepForOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    navigator.serviceWorker.register(`/sw.js?app=${site.appSegment}`).catch(() => undefined);
  };
  if ('requestIdleCallback' in window) window.requestIdleCallback(register, { timeout: 20_000 });
  else setTimeout(register, 5000);
}
