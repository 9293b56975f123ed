import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  type RouterHistory,
  redirect,
} from '@tanstack/react-router';
import { firstRoom, roomAt } from './screens/admin/rooms.ts';
import { HomeScreen } from './screens/HomeScreen.tsx';
import {
  accountSearch,
  aggregateSearch,
  auditSearch,
  comparisonSearch,
  dictionarySearch,
  downloadSearch,
  newsSearch,
  querySearch,
  reportSearch,
  reportsSearch,
  resultsSearch,
  returnSearch,
  roomSearch,
  signInSearch,
} from './search.ts';
import { ScreenLoading } from './shell/ScreenLoading.tsx';
import { NotFound, RouteError } from './shell/ScreenMessages.tsx';
import { Shell } from './shell/Shell.tsx';
import { site } from './site.ts';
import { findPage } from './useScreenAccess.ts';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: returnSearch,
  component: HomeScreen,
  staticData: { title: 'Home', access: 'anyone' },
});

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./screens/SignInScreen.tsx'), 'SignInScreen'),
  staticData: { title: 'Sign in', access: 'anyone' },
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./screens/InvitationScreen.tsx'), 'InvitationScreen'),
  staticData: { title: 'Invitation', access: 'anyone' },
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
  /** The address of the audit before it was one of the staff rooms. */
  beforeLoad: ({ search }) => {
    throw redirect({
      to: '/$app/admin/$room/{-$item}',
      params: { app: site.appSegment, room: 'audit' },
      search: { ...search },
      replace: true,
    });
  },
});

const adminHome = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$app/admin',
  beforeLoad: ({ params: { app } }) => {
    if (app !== site.appSegment) throw notFound();
    throw redirect({
      to: '/$app/admin/$room/{-$item}',
      params: { app, room: firstRoom.path },
      replace: true,
    });
  },
});

/** The staff rooms (rule 15.2); `rooms.ts` lists them. */
const admin = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$app/admin/$room/{-$item}',
  validateSearch: roomSearch,
  component: lazyRouteComponent(() => import('./screens/admin/AdminScreen.tsx'), 'AdminScreen'),
  staticData: {
    title: 'Staff rooms',
    titleOf: ({ room }) => roomAt(room)?.title,
    access: 'staff',
  },
});

const news = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news',
  validateSearch: newsSearch,
  component: lazyRouteComponent(() => import('./screens/NewsScreen.tsx'), 'NewsScreen'),
  staticData: {
    title: 'News',
    access: 'signedIn',
    about: 'What is new in the data, the tools and the consortium.',
  },
});

const article = createRoute({
  getParentRoute: () => rootRoute,
  path: '/news/$article',
  component: lazyRouteComponent(() => import('./screens/ArticleScreen.tsx'), 'ArticleScreen'),
  staticData: { title: 'Article', access: 'signedIn', about: 'One article of the news.' },
});

const metrics = createRoute({
  getParentRoute: () => rootRoute,
  path: '/metrics',
  component: lazyRouteComponent(() => import('./screens/MetricsScreen.tsx'), 'MetricsScreen'),
  staticData: {
    title: 'Metrics',
    access: 'signedIn',
    about: 'Who is enrolled: probands, complete trios and their sequencing.',
  },
});

const support = createRoute({
  getParentRoute: () => rootRoute,
  path: '/support',
  component: lazyRouteComponent(() => import('./screens/SupportScreen.tsx'), 'SupportScreen'),
  staticData: {
    title: 'Support',
    access: 'signedIn',
    about: 'A demonstration of the portal, and a form for questions.',
  },
});

const guide = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guide/$page',
  component: lazyRouteComponent(() => import('./screens/GuideScreen.tsx'), 'GuideScreen'),
  staticData: {
    title: 'Guide',
    access: 'signedIn',
    about: 'From a question to its data, in five short pages.',
  },
});

const apiDescription = createRoute({
  getParentRoute: () => rootRoute,
  path: '/guide/api',
  component: lazyRouteComponent(() => import('./screens/GuideScreen.tsx'), 'ApiScreen'),
  staticData: {
    title: 'Interface for programs',
    access: 'signedIn',
    about: 'Every call of the portal, for programs.',
  },
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

const compare = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/compare',
  validateSearch: comparisonSearch,
  component: lazyRouteComponent(() => import('./screens/CompareScreen.tsx'), 'CompareScreen'),
  staticData: { title: 'Compare', access: 'aggregates' },
});

const dictionary = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$dataset/dictionary',
  validateSearch: dictionarySearch,
  component: lazyRouteComponent(() => import('./screens/DictionaryScreen.tsx'), 'DictionaryScreen'),
  staticData: { title: 'Dictionary', access: 'member' },
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
  component: lazyRouteComponent(() => import('./screens/GuideScreen.tsx'), 'TransferGuideScreen'),
  staticData: { title: 'Guide to the transfer service', access: 'signedIn' },
});

const page = createRoute({
  getParentRoute: () => rootRoute,
  path: '/$page',
  component: lazyRouteComponent(() => import('./screens/PageScreen.tsx'), 'PageScreen'),
  staticData: {
    titleOf: ({ page }) => findPage(site.navigation.general, page)?.label ?? 'No such page',
    access: 'page',
  },
});

const datasetPage = createRoute({
  getParentRoute: () => rootRoute,
  // Its dataset has a name of its own: an unknown address begins like this one, and names no dataset.
  path: '/$pageDataset/$page',
  component: lazyRouteComponent(() => import('./screens/PageScreen.tsx'), 'DatasetPageScreen'),
  staticData: {
    titleOf: ({ page }) => findPage(site.navigation.dataset, page)?.label ?? 'No such page',
    access: 'page',
  },
});

const routeTree = rootRoute.addChildren([
  home,
  login,
  invitation,
  account,
  audit,
  news,
  article,
  metrics,
  support,
  guide,
  apiDescription,
  adminHome,
  admin,
  dataset,
  query,
  results,
  aggregate,
  compare,
  dictionary,
  reports,
  report,
  receipt,
  download,
  ssh,
  aspera,
  page,
  datasetPage,
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
    /** The same where it depends on the address. */
    readonly titleOf?: (params: Readonly<Record<string, string | undefined>>) => string | undefined;
    /** What the screen is for, in a sentence: the description of the page. */
    readonly about?: string;
    /** Who may open the screen; of a page of the site, its configuration says so. Everybody else sees a message that says why not. */
    readonly access?:
      | 'anyone'
      | 'page'
      | 'signedIn'
      | 'staff'
      | 'member'
      | 'subjects'
      | 'aggregates'
      | 'reports';
  }
}
