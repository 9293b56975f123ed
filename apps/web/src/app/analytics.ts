import type { SiteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { watchCalls } from '../api/callWatch.ts';
import { report } from '../lib/matomo.ts';
import type { PortalRouter } from './router.tsx';

type Analytics = NonNullable<SiteConfiguration['analytics']>;

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
