import type { SiteConfiguration } from '@atrium/contract';
import { watchCalls } from '../api/callWatch.ts';
import type { PortalRouter } from './router.tsx';

type Analytics = NonNullable<SiteConfiguration['analytics']>;

/** Sends one report to the service, without cookies. A service that does not respond changes nothing. */
function report({ url, siteId }: Analytics, fields: Readonly<Record<string, string>>): void {
  const address = new URL(url);
  const page = window.location.origin + window.location.pathname + window.location.search;
  const all = { idsite: String(siteId), rec: '1', apiv: '1', send_image: '0', url: page, ...fields };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}

/** Reports every page view, with path and query, and the outcome of every call to the site's analytics (Matomo). */
export function track(analytics: Analytics, router: PortalRouter): () => void {
  let seen: string | undefined;
  const view = ({ href }: { readonly href: string }) => {
    if (href === seen) return;
    seen = href;
    report(analytics, { url: window.location.origin + href });
  };
  view(router.state.location);
  const stopViews = router.subscribe('onResolved', ({ toLocation }) => view(toLocation));
  const stopCalls = watchCalls(({ path, outcome, seconds }) =>
    report(analytics, { ca: '1', e_c: 'call', e_a: outcome, e_n: path, e_v: seconds.toFixed(3) }),
  );
  return () => {
    stopViews();
    stopCalls();
  };
}
