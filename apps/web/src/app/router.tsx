import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router';
import {
  accountSearch,
  aggregateSearch,
  auditSearch,
  downloadSearch,
  querySearch,
  reportSearch,
  reportsSearch,
  resultsSearch,
  returnSearch,
  signInSearch,
} from './search.ts';
import { ScreenLoading } from './shell/ScreenLoading.tsx';
import { NotFound, RouteError } from './shell/ScreenMessages.tsx';
import { Shell } from './shell/Shell.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: returnSearch,
  component: lazyRouteComponent(() => import('./screens/HomeScreen.tsx'), 'HomeScreen'),
  staticData: { title: 'Home', access: 'anyone' },
});

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./screens/SignInScreen.tsx'), 'SignInScreen'),
  staticData: { title: 'Sign in', access: 'anyone' },
});

const account = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  validateSearch: accountSearch,
  component: lazyRouteComponent(() => import('./screens/AccountScreen.tsx'), 'AccountScreen'),
  staticData: { title: 'Account', access: 'signedIn' },
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('./screens/AuditScreen.tsx'), 'AuditScreen'),
  staticData: { title: 'Audit', access: 'staff' },
});

const dataset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dataset/$dataset',
  component: lazyRouteComponent(() => import('./screens/DatasetScreen.tsx'), 'DatasetScreen'),
  staticData: { title: 'Dataset', access: 'member' },
});

const query = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/query',
  validateSearch: querySearch,
  component: lazyRouteComponent(() => import('./screens/QueryScreen.tsx'), 'QueryScreen'),
  staticData: { title: 'Query', access: 'subjects' },
});

const results = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/results',
  validateSearch: resultsSearch,
  component: lazyRouteComponent(() => import('./screens/ResultsScreen.tsx'), 'ResultsScreen'),
  staticData: { title: 'Results', access: 'subjects' },
});

const aggregate = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/aggregate',
  validateSearch: aggregateSearch,
  component: lazyRouteComponent(() => import('./screens/AggregateScreen.tsx'), 'AggregateScreen'),
  staticData: { title: 'Aggregate', access: 'aggregates' },
});

const reports = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/reports',
  validateSearch: reportsSearch,
  component: lazyRouteComponent(() => import('./screens/ReportsScreen.tsx'), 'ReportsScreen'),
  staticData: { title: 'Reports', access: 'reports' },
});

const report = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/reports/$report',
  validateSearch: reportSearch,
  component: lazyRouteComponent(() => import('./screens/ReportScreen.tsx'), 'ReportScreen'),
  staticData: { title: 'Report', access: 'reports' },
});

const receipt = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/receipts/$receiptId',
  component: lazyRouteComponent(() => import('./screens/ReceiptScreen.tsx'), 'ReceiptScreen'),
  staticData: { title: 'Count receipt', access: 'aggregates' },
});

const download = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/download',
  validateSearch: downloadSearch,
  component: lazyRouteComponent(() => import('./screens/DownloadScreen.tsx'), 'DownloadScreen'),
  staticData: { title: 'Download Files', access: 'subjects' },
});

const ssh = createRoute({
  getParentRoute: () => rootRoute,
  path: '/ssh',
  component: lazyRouteComponent(() => import('./screens/SshScreen.tsx'), 'SshScreen'),
  staticData: { title: 'SSH keys', access: 'signedIn' },
});

const aspera = createRoute({
  getParentRoute: () => rootRoute,
  path: '/aspera',
  component: lazyRouteComponent(() => import('./screens/TransferGuideScreen.tsx'), 'TransferGuideScreen'),
  staticData: { title: 'Guide to the transfer service', access: 'signedIn' },
});

const routeTree = rootRoute.addChildren([
  home,
  login,
  account,
  audit,
  dataset,
  query,
  results,
  aggregate,
  reports,
  report,
  receipt,
  download,
  ssh,
  aspera,
]);

/** All routes of the portal. Tests pass a memory history. */
export function createPortalRouter(history?: RouterHistory) {
  return createRouter({
    routeTree,
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingComponent: ScreenLoading,
    defaultErrorComponent: RouteError,
    scrollRestoration: true,
  });
}

export type PortalRouter = ReturnType<typeof createPortalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }

  interface StaticDataRouteOption {
    /** The screen's name in the document title. */
    readonly title?: string;
    /** Who may open the screen. Everybody else sees a message that says why not. */
    readonly access?: 'anyone' | 'signedIn' | 'staff' | 'member' | 'subjects' | 'aggregates' | 'reports';
  }
}
