import type { SiteConfiguration } from '@atrium/contract';
import { watchCalls } from '../api/callWatch.ts';
import type { PortalRouter } from './router.tsx';

type Analytics = NonNullable<SiteConfiguration['analytics']>;

/** Tells one thing to the service, which learns no cookie and may be away. */
function tell({ url, siteId }: Analytics, said: Readonly<Record<string, string>>): void {
  const address = new URL(url);
  const page = window.location.origin + window.location.pathname + window.location.search;
  const all = { idsite: String(siteId), rec: '1', apiv: '1', send_image: '0', url: page, ...said };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}

/** Reports every page view, by path and query, and how every call went, to the analytics of the site (Matomo). */
export function track(analytics: Analytics, router: PortalRouter): () => void {
  let seen: string | undefined;
  const view = ({ href }: { readonly href: string }) => {
    if (href === seen) return;
    seen = href;
    tell(analytics, { url: window.location.origin + href });
  };
  view(router.state.location);
  const stopViews = router.subscribe('onResolved', ({ toLocation }) => view(toLocation));
  const stopCalls = watchCalls(({ path, outcome, seconds }) =>
    tell(analytics, { ca: '1', e_c: 'call', e_a: outcome, e_n: path, e_v: seconds.toFixed(3) }),
  );
  return () => {
    stopViews();
    stopCalls();
  };
}
