import { type SiteConfiguration, siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import type { Questions, Releases } from '@atrium/warehouse';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import {
  createDemand,
  createFindHolder,
  createGate,
  createSessions,
  createTokens,
  createVolumes,
  findLevel,
  type PortalApi,
  registerAccess,
  sessionCookie,
  type VolumeDeps,
} from './access/index.ts';
import {
  closedDataRooms,
  type DataRoomSettings,
  noQuestionLog,
  type QuestionLog,
  registerAdmin,
} from './admin/index.ts';
import {
  createCountForAggregates,
  createForAggregates,
  createSumsForAggregates,
  registerAnalysis,
  type SmallNumbers,
  smallNumbersHere,
} from './analysis/index.ts';
import { registerAssistant } from './assistant/index.ts';
import { registerAudit } from './audit/index.ts';
import { registerBeacon } from './beacon/index.ts';
import { createFindLogos, registerCatalogue } from './catalogue/index.ts';
import { registerCohort } from './cohort/index.ts';
import { registerComparison } from './comparison/index.ts';
import { localSignInOnly, type SignInSettings } from './config/signInSettings.ts';
import type { GivenFigures, SitePages } from './config/siteContent.ts';
import { noTransfer, type TransferSettings } from './config/transferSettings.ts';
import { softwareVersion } from './config/version.ts';
import type { Schema } from './database/index.ts';
import { registerFiles, registerTransfers } from './files/index.ts';
import {
  answerUnmatched,
  createApi,
  createServer,
  describeApi,
  type Meter,
  type SpoolSettings,
  serveWeb,
  type TransportSettings,
} from './http/index.ts';
import { type MailQueue, noMail } from './mail/index.ts';
import { registerNews } from './news/index.ts';
import { type OperationDeps, requireData } from './operations/index.ts';
import { aloneHere, type Portals, sharedMemoryHere, sharedMemoryOn } from './portals/index.ts';
import { registerReceipts } from './receipt/index.ts';
import { registerReport } from './report/index.ts';
import { renderMarkdown } from './richText/index.ts';
import { registerRecords, registerSite } from './site/index.ts';
import { registerSshKeys } from './sshKey/index.ts';
import { createReadTableOptions, registerTable } from './table/index.ts';

export interface AppDeps {
  readonly config: TransportSettings;
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
  readonly releases: Releases;
  readonly clock: () => Date;
  /** Throws while the disk of the portal has too little room; default: never. */
  readonly requireRoom?: () => void;
  /** Rejects while the clock of this process is not that of the other portals; absent: it is the only one. */
  readonly checkClock?: () => Promise<void>;
  /** Where exports are made before they are sent, and how many; default: among the temporary files. */
  readonly spool?: SpoolSettings;
  /** How long a session lasts from each load of the user; default: 30 minutes. */
  readonly sessionSeconds?: number;
  /** How people sign in; default: with local accounts. */
  readonly signIn?: SignInSettings;
  /** Whether the demo accounts may sign in; default: no. */
  readonly acceptsDemoAccounts?: boolean;
  /** Encrypts secrets in the state database; 32 bytes. */
  readonly sealKey: Uint8Array;
  readonly logger?: FastifyBaseLogger;
  /** Called after each answer; default: none. */
  readonly meter?: Meter;
  /** The built web client; absent where only the API is served. */
  readonly webFolder?: string;
  /** For how many days a membership is granted at most; default: no limit. */
  readonly membershipDays?: number | null;
  /**
   * How much an account may take on a day, and who gets a message about large amounts; default: no limit, and nobody.
   */
  readonly volumes?: Pick<VolumeDeps, 'limits' | 'bulk' | 'onBulk'>;
  /** Mail to people; default: none is sent. */
  readonly mails?: MailQueue;
  /** How files leave the portal; default: none is found. */
  readonly transfer?: TransferSettings;
  /** Title, colours, links and texts of the site. */
  readonly site?: SiteConfiguration;
  /** The pages that the site configuration holds, and its figures for a dataset that defines none. */
  readonly siteContent?: { readonly pages: SitePages; readonly givenFigures: GivenFigures | null };
  /** For how long the home page waits for public figures that are being counted; default: until they are. */
  readonly maxFiguresWaitMs?: number;
  /** The parts that operations of staff need; default: these stores, and no file with heads of the audit. */
  readonly operations?: OperationDeps;
  /** Keeps questions to the research data for staff; default: none are kept. */
  readonly questionLog?: QuestionLog;
  /** The data directory; absent where the app runs without one. */
  readonly home?: string;
  /** What the operator allows in the rooms for data; default: nothing. */
  readonly dataRooms?: DataRoomSettings;
  /** The threads that work out small numbers; default: this thread. */
  readonly smallNumbers?: SmallNumbers;
  /** The processes that work on this installation; default: this one alone. */
  readonly portals?: Portals;
}

/** Makes the portal, room by room in order. The caller owns what it passes in, and closes it after the app. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const context = contextOf(deps);
  const server = await openServer(deps, context);
  const api: PortalApi = createApi(server, context.gate, deps.clock);

  await registerPeople(api, context);
  registerResearch(api, context);
  registerReports(api, context);
  registerStandards(api, context);
  registerDownloads(api, context);
  registerPublicPages(api, context);
  registerStaffRooms(api, context);

  describeApi(api, { version: context.version, sessionCookie });
  answerUnmatched(server, api.endpoints, await serveScreens(server, context));
  return server;
}

type AppContext = ReturnType<typeof contextOf>;

/** What several rooms use: what the caller gave, with its defaults, and the parts that know who calls. */
function contextOf(deps: AppDeps) {
  const { db, questions, clock, signIn = localSignInOnly, membershipDays = null } = deps;
  const version = softwareVersion();
  const sessions = createSessions({
    db,
    clock,
    ...(deps.sessionSeconds && { lifetimeSeconds: deps.sessionSeconds }),
  });
  const tokens = createTokens({ db, clock });
  const demand = createDemand(db, signIn);
  const volumes = createVolumes({ db, clock, ...(deps.volumes ?? unlimited) });
  const smallNumbers = deps.smallNumbers ?? smallNumbersHere();
  const portals = deps.portals ?? aloneHere();
  const research = { db, questions, clock };
  return {
    ...deps,
    signIn,
    membershipDays,
    mails: deps.mails ?? noMail,
    version,
    site: nameVersions(deps.site ?? siteConfiguration.parse({}), version),
    sessions,
    tokens,
    demand,
    volumes,
    gate: createGate({ db, clock, sessions, tokens, demand, volumes, membershipDays }),
    smallNumbers,
    portals,
    memory: portals.id === null ? sharedMemoryHere : sharedMemoryOn(db),
    research,
    analysis: { ...research, forAggregates: createForAggregates({ questions, smallNumbers }) },
  };
}

/** The HTTP server. It is ready while the disk has room, both databases answer and the research data are there. */
function openServer(
  { config, db, questions, releases, clock, ...deps }: AppDeps,
  { site, portals }: AppContext,
): Promise<FastifyInstance> {
  const dataReady = inOneFlight(() => requireData({ db, questions, releases }));
  return createServer({
    heavyWorkOfOne: questions.questionsOfOne,
    appSegment: site.appSegment,
    readOnlyNotice: site.readOnlyNotice,
    meter: deps.meter,
    spool: { ...deps.spool, clock },
    portals: portals.count,
    ...config,
    ...(deps.logger === undefined ? {} : { logger: deps.logger }),
    checkReady: async () => {
      deps.requireRoom?.();
      await Promise.all([sql`select 1`.execute(db), questions.checkReady(), deps.checkClock?.()]);
      await dataReady();
    },
  });
}

/** Accounts, sessions and tokens, and the audit of what they do. */
async function registerPeople(api: PortalApi, context: AppContext): Promise<void> {
  const { db, clock, site } = context;
  await registerAccess(api, {
    db,
    clock,
    sessions: context.sessions,
    tokens: context.tokens,
    demand: context.demand,
    signIn: context.signIn,
    membershipDays: context.membershipDays,
    acceptsDemoAccounts: context.acceptsDemoAccounts ?? false,
    sealKey: context.sealKey,
    memory: context.memory,
    siteTitle: site.title,
    version: context.version,
    versions: site.versions,
    logoutLink: site.logoutLink,
    assistants: site.assistants,
  });
  registerAudit(api, { db, clock, findLevel: (of) => findLevel({ db, clock }, of) });
}

/** Questions to the research data: concepts, cohorts, tables and cross-tabs. */
function registerResearch(api: PortalApi, { research, analysis, volumes }: AppContext): void {
  registerCatalogue(api, { ...research, countForAggregates: createCountForAggregates(analysis) });
  registerCohort(api, { ...research, volumes, readTableOptions: createReadTableOptions(research) });
  registerTable(api, { ...research, volumes });
  registerAnalysis(api, analysis);
}

/** What people keep of their questions: reports, and receipts for counts. */
function registerReports(api: PortalApi, context: AppContext): void {
  const { analysis, volumes, mails, signIn, version, research, smallNumbers } = context;
  const { publicUrl } = signIn;
  registerReport(api, { ...analysis, volumes, mails, publicUrl, software: version });
  registerReceipts(api, analysis);
  const { questions } = research;
  registerComparison(api, {
    ...analysis,
    sumsForAggregates: createSumsForAggregates({ questions, smallNumbers }),
    software: version,
  });
}

/** Questions of other programs, in the forms of their standards. */
function registerStandards(api: PortalApi, context: AppContext): void {
  const { analysis, signIn, site, version } = context;
  registerBeacon(api, {
    ...analysis,
    countForAggregates: createCountForAggregates(analysis),
    publicUrl: signIn.publicUrl,
    siteTitle: site.title,
    software: version,
    isDemo: context.acceptsDemoAccounts ?? false,
  });
  registerAssistant(api, { ...context.research, isOpen: site.assistants, software: version });
}

/** Files that leave the portal, and the keys with which people fetch them. */
function registerDownloads(api: PortalApi, context: AppContext): void {
  const { research, site } = context;
  const { secondSource } = site;
  const { db, clock } = research;
  registerSshKeys(api, { db, clock, mails: context.mails, operators: site.supportEmail });
  registerFiles(api, { ...research, secondSource });
  registerTransfers(api, {
    ...research,
    secondSource,
    volumes: context.volumes,
    settings: context.transfer ?? noTransfer,
    findHolder: createFindHolder(db, context.demand),
    publicUrl: context.signIn.publicUrl,
    sealKey: context.sealKey,
    memory: context.memory,
    siteTitle: site.title,
    version: context.version,
  });
}

/** News, and the pages and figures for people who are not signed in. */
function registerPublicPages(api: PortalApi, context: AppContext): void {
  const { research, site, smallNumbers } = context;
  const { db, clock, questions } = research;
  const ofSite = { publicUrl: context.signIn.publicUrl, siteTitle: site.title };
  registerNews(api, { db, clock, ...ofSite });
  registerRecords(api, { ...research, ...ofSite, software: softwareVersion() });
  registerSite(api, {
    ...research,
    ...ofSite,
    ...(context.siteContent ?? { pages: new Map(), givenFigures: null }),
    mails: context.mails,
    supportEmail: site.supportEmail,
    metricsDataset: site.metricsDataset,
    maxFiguresWaitMs: context.maxFiguresWaitMs ?? null,
    sumsForAggregates: createSumsForAggregates({ questions, smallNumbers }),
  });
}

function registerStaffRooms(api: PortalApi, context: AppContext): void {
  const { db, clock, questions, releases, membershipDays, site } = context;
  registerAdmin(api, {
    db,
    clock,
    portals: context.portals,
    mails: context.mails,
    dataRooms: context.dataRooms ?? closedDataRooms,
    signIn: context.signIn,
    questionLog: context.questionLog ?? noQuestionLog,
    installation: { version: context.version, home: context.home ?? null },
    siteTitle: site.title,
    supportEmail: site.supportEmail,
    operations: context.operations ?? { db, questions, releases, clock, membershipDays, anchorFile: '' },
  });
}

/** Serves the built web client; null where only the API is served. */
async function serveScreens(server: FastifyInstance, { webFolder, site, db, clock, gate }: AppContext) {
  if (webFolder === undefined) return null;
  const welcome = renderMarkdown(site.texts.welcome);
  return serveWeb(server, webFolder, { site, welcome, findLogos: createFindLogos({ db, clock, gate }) });
}

/** Writes versions into the sentences of the footer that name them, as "version 6.5.3". */
function nameVersions(site: SiteConfiguration, version: string): SiteConfiguration {
  const named: Readonly<Record<string, string>> = {
    '{version}': version,
    '{platform}': site.versions.platform.replace(/^v/, ''),
    '{dataHub}': site.versions.dataHub,
  };
  const fill = (text: string): string =>
    text.replaceAll(/\{(version|platform|dataHub)\}/g, (name) => named[name] ?? name);
  const { product, funding, developer } = site.footer;
  return {
    ...site,
    footer: { product: fill(product), funding: fill(funding), developer: fill(developer) },
  };
}

const unlimited = { limits: { rows: null, bytes: null } } as const;

/** Who calls while it works waits for the same end: anybody may ask whether the portal is ready. */
function inOneFlight(work: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> | null = null;
  return () => {
    last ??= work().finally(() => {
      last = null;
    });
    return last;
  };
}
