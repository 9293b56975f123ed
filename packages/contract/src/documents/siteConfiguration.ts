import { z } from 'zod';

const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'must be a colour like #0a6971');

const tokens = z
  .strictObject({
    canvas: colour,
    surface: colour,
    surfaceSunken: colour,
    surfaceHover: colour,
    line: colour,
    lineStrong: colour,
    text: colour,
    textQuiet: colour,
    brand: colour,
    brandSoft: colour,
    brandInk: colour,
    accent: colour,
    accentSoft: colour,
    accentInk: colour,
    danger: colour,
    focus: colour,
    /** The ten colours of charts. */
    chart: z.array(colour).length(10),
  })
  .partial();

/** Colours of the visual language that a site has chosen for itself, `#rrggbb`; the rest stays as it is. */
export type SiteTokens = z.output<typeof tokens>;

const link = z.strictObject({
  label: z.string().min(1).max(60),
  href: z.string().regex(/^(https:\/\/|\/(?!\/))/, 'must be an https address or a path of this portal'),
});

/** First parts of other paths of the portal. */
export const generalPaths = [
  'account',
  'admin',
  'api',
  'aspera',
  'assets',
  'audit',
  'backend',
  'dataset',
  'ga4gh',
  'guide',
  'invitation',
  'login',
  'metrics',
  'news',
  'ssh',
  'support',
];

/** First parts of paths that belong to the portal below a dataset. */
export const datasetPaths = ['aggregate', 'compare', 'dictionary', 'download', 'query', 'reports', 'results'];

const appSegment = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must be small letters, digits and hyphens')
  .refine((segment) => !generalPaths.includes(segment), 'is the first part of other paths of the portal')
  .default('pcgc');

const httpsAddress = z.url({ protocol: /^https$/, error: 'must be an https address' });
const optionalAddress = z.union([z.literal(''), httpsAddress]);

const pathSegment = (taken: readonly string[]) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,60}$/, 'must be small letters, digits and hyphens')
    .refine((path) => !taken.includes(path), 'is a path of the portal itself');

/** A link in the navigation of the site: to an address, or to a page of the site under `path`. */
export const navigationShape = (taken: readonly string[]) => ({
  label: z.string().min(1).max(40),
  href: link.shape.href.optional(),
  path: pathSegment(taken).optional(),
  /** Whether people who are not signed in see the link and its page. */
  isPublic: z.boolean().default(false),
});

const navigationItem = (taken: readonly string[]) =>
  z
    .strictObject(navigationShape(taken))
    .refine(
      ({ href, path }) => (href === undefined) !== (path === undefined),
      'must have either href or path',
    );

/** The links of a dataset that the portal has itself. */
export const datasetLinks = [
  'dataset',
  'query',
  'results',
  'aggregate',
  'compare',
  'reports',
  'download',
] as const;
export type DatasetLink = (typeof datasetLinks)[number];

/** One card of the home page; null leaves it out. */
const card = (title: string, text: string) =>
  z
    .strictObject({
      title: z.string().min(1).max(60).default(title),
      /** Markdown without HTML. */
      text: z.string().max(2000).default(text),
      links: z.array(link).max(8).default([]),
    })
    .nullable()
    .prefault({});

const home = z
  .strictObject({
    upload: card('Upload data', 'To contribute data, write to support and say what you would like to share.'),
    download: card('Download files', 'Files of the subjects of your cohort are on the page Download.'),
    dataSources: card('Data sources', 'Where the data of this portal come from, and under which terms.'),
    externalTools: card('External tools', 'Tools elsewhere that work with the data of this portal.'),
    support: card('Support', 'Something is unclear or does not work? Write to us.'),
  })
  .prefault({});

const texts = z
  .strictObject({
    /** The heading of the home page for people who are not signed in. */
    welcomeTitle: z.string().min(1).max(120).default('Please log in to use the portal'),
    /** Markdown without HTML, as all texts below. */
    welcome: z.string().max(4000).default(''),
    supportIntro: z
      .string()
      .max(4000)
      .default(
        'Tell us what you tried and what happened. We answer by e-mail, usually within two working days.',
      ),
    metricsIntro: z
      .string()
      .max(4000)
      .default('Figures of everybody in the public dataset. Small numbers are not shown.'),
    /** Shown below the guide to the transfer service. */
    transferGuide: z.string().max(8000).default(''),
  })
  .prefault({});

/** The site's own texts and settings for every page (rule 11.12); all of it may be left out. Everybody may read it. */
export const siteConfiguration = z.strictObject({
  title: z.string().min(1).max(60).default('Atrium'),
  /** The path segment of the calls and staff pages of this installation (rule 9.19). */
  appSegment,
  /** The origin of the API; empty where it is that of the page. */
  apiBase: z
    .union([
      z.literal(''),
      z
        .string()
        .regex(/^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'must be an origin like https://api.example.org'),
    ])
    .default(''),
  /** Addresses of the pictures in the header: https, a path of the portal, or `data:`. */
  logo: z
    .strictObject({
      light: z.string().min(1),
      /** On dark ground; default: the same. */
      dark: z.string().min(1).optional(),
    })
    .nullable()
    .default(null),
  header: z
    .strictObject({
      titleSize: z
        .string()
        .regex(/^\d{1,3}(\.\d{1,3})?(rem|em|px)$/, 'must be a size like 1.5rem')
        .default('1.5rem'),
      /** A line above the header, as on a system for tests; empty for none. */
      banner: z.string().max(120).default(''),
    })
    .prefault({}),
  footer: z
    .strictObject({
      /** `{version}`, `{platform}` and `{dataHub}` in it stand for versions. */
      product: z.string().max(200).default('Data hub version {dataHub} on platform version {platform}'),
      funding: z.string().max(300).default('Funded by the institutions that share their data here.'),
      developer: z.string().max(300).default('Made with Atrium {version}.'),
    })
    .prefault({}),
  /** Further sentences of the footer. */
  credits: z
    .array(z.string().max(300))
    .max(6)
    .default(['Data are shared under the consent and terms of each dataset.']),
  navigation: z
    .strictObject({
      /** Which links of a dataset are shown, in this order. */
      main: z.array(z.enum(datasetLinks)).default([...datasetLinks]),
      /** Shown on every page. */
      general: z.array(navigationItem(generalPaths)).max(12).default([]),
      /** Shown in every dataset, after the links above; a page lies below the dataset. */
      dataset: z.array(navigationItem(datasetPaths)).max(12).default([]),
    })
    .prefault({}),
  home,
  texts,
  /** Whom to write to when a dataset names no contact; empty when there is no one. */
  supportEmail: z.union([z.literal(''), z.email()]).default(''),
  /** A video that shows the portal; empty for none. */
  demoVideo: optionalAddress.default(''),
  /** Where people ask for access to a dataset that they may not open; empty when they write to its contact. */
  accessRequests: optionalAddress.default(''),
  /** The source of files beside `Local`, which has files of category `data` only (rule 13.7); null for none. */
  secondSource: z
    .strictObject({
      tag: z.string().regex(/^(?!local$)[\w-]{1,40}$/i, 'must be letters, digits, _ and -, and not Local'),
      label: z.string().min(1).max(60),
    })
    .nullable()
    .default({ tag: 'Sequencing', label: 'Sequencing program' }),
  /** The folder of the transfer server that holds the data, as the guide names it. */
  transferFolder: z
    .string()
    .regex(/^\/[\w./-]{0,200}$/, 'must be a path like /pcgc/public')
    .default('/pcgc/public'),
  /** Where the browser loads the client of the transfer service from; empty for the one that comes with the portal. */
  transferClient: z
    .union([z.literal(''), z.url({ protocol: /^https$/, error: 'must be an https address' })])
    .default(''),
  /** The notice before signing in, as Markdown without HTML; empty for none. */
  signInNotice: z.string().max(4000).default(''),
  /** Where it is not empty, nothing can be changed, and every page says so in these words (rule 14.67). */
  readOnlyNotice: z.string().max(400).default(''),
  /** Whether people may allow assistants, programs that they talk to, to ask in their name (rule 14.80). */
  assistants: z.boolean().default(false),
  /** Where the browser goes after signing out and when it was idle; empty: to the provider, else to the sign-in page. */
  logoutLink: z.union([z.literal(''), link.shape.href]).default(''),
  /** The link Admin of staff; empty: the staff rooms of this portal. */
  adminLink: z.union([z.literal(''), link.shape.href]).default(''),
  /** Versions that clients of the protocol compare. */
  versions: z
    .strictObject({
      platform: z
        .string()
        .regex(/^v\d+\.\d+\.\d+$/, 'must be like v6.5.3')
        .default('v6.5.3'),
      dataHub: z
        .string()
        .regex(/^\d+\.\d+\.\d+$/, 'must be like 4.3.0')
        .default('4.3.0'),
    })
    .prefault({}),
  /** The dataset whose figures are public. */
  metricsDataset: z.string().min(1).max(63).default('default'),
  /** The Matomo service that gets page views and how calls went; without a name none does. */
  analytics: z
    .strictObject({
      url: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }),
      siteId: z.int().positive().default(2),
    })
    .nullable()
    .default(null),
  /** Full page loads outside of the web client, for staff only. */
  staffLinks: z.array(link).max(12).default([]),
  tokens: z
    .strictObject({ light: tokens.default({}), dark: tokens.default({}) })
    .default({ light: {}, dark: {} }),
});
export type SiteConfiguration = z.output<typeof siteConfiguration>;
export type SiteLink = z.output<typeof link>;
export type SiteNavigationItem = SiteConfiguration['navigation']['general'][number];
