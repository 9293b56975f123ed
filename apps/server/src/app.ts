import { type SiteConfiguration, siteConfiguration } from '@atrium/contract';
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
import { registerAudit } from './audit/index.ts';
import { createFindLogos, registerCatalogue } from './catalogue/index.ts';
import { registerCohort } from './cohort/index.ts';
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
import { registerReceipts } from './receipt/index.ts';
import { registerReport } from './report/index.ts';
import { renderMarkdown } from './richText/index.ts';
import { registerSite } from './site/index.ts';
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
}

/** Makes the portal, part by part in order. The caller owns what it passes in, and closes it after the app. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, questions, releases, clock, signIn = localSignInOnly, logger, webFolder } = deps;
  const version = softwareVersion();
  const site = nameVersions(deps.site ?? siteConfiguration.parse({}), version);
  const dataReady = inOneFlight(() => requireData({ db, questions, releases }));
  const server = await createServer({
    heavyWorkOfOne: questions.questionsOfOne,
    appSegment: site.appSegment,
    readOnlyNotice: site.readOnlyNotice,
    meter: deps.meter,
    spool: { ...deps.spool, clock },
    ...config,
    ...(logger === undefined ? {} : { logger }),
    checkReady: async () => {
      deps.requireRoom?.();
      await Promise.all([sql`select 1`.execute(db), questions.checkReady()]);
      await dataReady();
    },
  });
  const sessions = createSessions({
    db,
    clock,
    ...(deps.sessionSeconds && { lifetimeSeconds: deps.sessionSeconds }),
  });
  const tokens = createTokens({ db, clock });
  const demand = createDemand(db, signIn);
  const membershipDays = deps.membershipDays ?? null;
  const volumes = createVolumes({ db, clock, ...(deps.volumes ?? unlimited) });
  const gate = createGate({ db, clock, sessions, tokens, demand, volumes, membershipDays });
  const api: PortalApi = createApi(server, gate, clock);

  await registerAccess(api, {
    db,
    clock,
    sessions,
    tokens,
    demand,
    signIn,
    membershipDays,
    acceptsDemoAccounts: deps.acceptsDemoAccounts ?? false,
    sealKey: deps.sealKey,
    siteTitle: site.title,
    version,
    versions: site.versions,
    logoutLink: site.logoutLink,
  });
  registerAudit(api, { db, clock, findLevel: (of) => findLevel({ db, clock }, of) });
  const cohortDeps = { db, questions, clock };
  const smallNumbers = deps.smallNumbers ?? smallNumbersHere();
  const analysisDeps = { ...cohortDeps, forAggregates: createForAggregates({ questions, smallNumbers }) };
  registerCatalogue(api, {
    db,
    questions,
    clock,
    countForAggregates: createCountForAggregates(analysisDeps),
  });
  registerCohort(api, { ...cohortDeps, readTableOptions: createReadTableOptions(cohortDeps) });
  registerTable(api, { ...cohortDeps, volumes });
  registerAnalysis(api, analysisDeps);
  registerReport(api, {
    ...analysisDeps,
    volumes,
    mails: deps.mails ?? noMail,
    publicUrl: signIn.publicUrl,
    software: version,
  });
  registerReceipts(api, analysisDeps);
  registerSshKeys(api, { db, clock, mails: deps.mails ?? noMail, operators: site.supportEmail });
  const { secondSource } = site;
  registerFiles(api, { ...cohortDeps, secondSource });
  registerTransfers(api, {
    ...cohortDeps,
    secondSource,
    volumes,
    settings: deps.transfer ?? noTransfer,
    findHolder: createFindHolder(db, demand),
    publicUrl: signIn.publicUrl,
    sealKey: deps.sealKey,
    siteTitle: site.title,
    version,
  });
  const ofSite = { publicUrl: signIn.publicUrl, siteTitle: site.title };
  registerNews(api, { db, clock, ...ofSite });
  registerSite(api, {
    ...cohortDeps,
    ...ofSite,
    ...(deps.siteContent ?? { pages: new Map(), givenFigures: null }),
    mails: deps.mails ?? noMail,
    supportEmail: site.supportEmail,
    metricsDataset: site.metricsDataset,
    maxFiguresWaitMs: deps.maxFiguresWaitMs ?? null,
    sumsForAggregates: createSumsForAggregates({ questions, smallNumbers }),
  });
  registerAdmin(api, {
    db,
    clock,
    mails: deps.mails ?? noMail,
    dataRooms: deps.dataRooms ?? closedDataRooms,
    signIn,
    questionLog: deps.questionLog ?? noQuestionLog,
    installation: { version, home: deps.home ?? null },
    siteTitle: site.title,
    supportEmail: site.supportEmail,
    operations: deps.operations ?? { db, questions, releases, clock, membershipDays, anchorFile: '' },
  });

  describeApi(api, { version, sessionCookie });
  const welcome = renderMarkdown(site.texts.welcome);
  const sendPage =
    webFolder === undefined
      ? null
      : await serveWeb(server, webFolder, { site, welcome, findLogos: createFindLogos({ db, clock, gate }) });
  answerUnmatched(server, api.endpoints, sendPage);
  return server;
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
