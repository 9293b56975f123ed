import { readFileSync } from 'node:fs';
import { type SiteConfiguration, siteConfiguration } from '@atrium/contract';
import { fairTurns, type Warehouse } from '@atrium/warehouse';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
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
  createCountForAggregates,
  createForAggregates,
  registerAnalysis,
  type SmallNumbers,
  smallNumbersHere,
} from './analysis/index.ts';
import { registerAudit } from './audit/index.ts';
import { registerCatalogue } from './catalogue/index.ts';
import { registerCohort } from './cohort/index.ts';
import { localSignInOnly, type SignInSettings } from './config/signInSettings.ts';
import { noTransfer, type TransferSettings } from './config/transferSettings.ts';
import type { Schema } from './database/index.ts';
import { registerFiles, registerTransfers } from './files/index.ts';
import {
  answerUnmatched,
  createApi,
  createServer,
  describeApi,
  serveWeb,
  type TransportSettings,
} from './http/index.ts';
import { type MailQueue, noMail } from './mail/index.ts';
import { registerReceipts } from './receipt/index.ts';
import { registerReport } from './report/index.ts';
import { createReadTableOptions, registerTable } from './table/index.ts';

export interface AppDeps {
  readonly config: TransportSettings;
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
  readonly clock: () => Date;
  /** Throws while the disk of the portal has too little room; default: never. */
  readonly requireRoom?: () => void;
  /** How people sign in; default: with local accounts. */
  readonly signIn?: SignInSettings;
  /** Whether the demo accounts may sign in; default: no. */
  readonly acceptsDemoAccounts?: boolean;
  /** Encrypts secrets in the state database; 32 bytes. */
  readonly sealKey: Uint8Array;
  readonly logger?: FastifyBaseLogger;
  /** The built web client; absent where only the API is served. */
  readonly webFolder?: string;
  /** For how many days a membership is granted at most; default: no limit. */
  readonly membershipDays?: number | null;
  /** How much an account may take on a day, and who is told of much; default: no limit, and nobody. */
  readonly volumes?: Pick<VolumeDeps, 'limits' | 'bulk' | 'onBulk'>;
  /** Mail to people; default: none is sent. */
  readonly mails?: MailQueue;
  /** How files leave the portal; default: none is found. */
  readonly transfer?: TransferSettings;
  /** Title, colours and links of the site. */
  readonly site?: SiteConfiguration;
  /** Who judges small numbers; default: this thread. */
  readonly smallNumbers?: SmallNumbers;
}

/** Makes the portal, part by part in order. The caller owns what it passes in, and closes it after the app. */
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, db, warehouse, clock, signIn = localSignInOnly, logger, webFolder } = deps;
  const version = loadVersion();
  const server = await createServer({
    turns: fairTurns,
    ...(deps.site === undefined ? {} : { appSegment: deps.site.appSegment }),
    ...config,
    ...(logger === undefined ? {} : { logger }),
    checkReady: async () => {
      deps.requireRoom?.();
      await Promise.all([sql`select 1`.execute(db), warehouse.checkReady()]);
    },
  });
  const sessions = createSessions({ db, clock });
  const tokens = createTokens({ db, clock });
  const demand = createDemand(db, signIn);
  const membershipDays = deps.membershipDays ?? null;
  const gate = createGate({ db, clock, sessions, tokens, demand, membershipDays });
  const api: PortalApi = createApi(server, gate, clock);

  await registerAccess(api, {
    db,
    clock,
    sessions,
    tokens,
    demand,
    signIn,
    acceptsDemoAccounts: deps.acceptsDemoAccounts ?? false,
    sealKey: deps.sealKey,
    siteTitle: deps.site?.title ?? 'Atrium',
    version,
  });
  registerAudit(api, { db, clock, findLevel: (of) => findLevel({ db, clock }, of) });
  const cohortDeps = { db, warehouse, clock };
  const smallNumbers = deps.smallNumbers ?? smallNumbersHere();
  const analysisDeps = { ...cohortDeps, forAggregates: createForAggregates({ warehouse, smallNumbers }) };
  registerCatalogue(api, {
    db,
    warehouse,
    clock,
    countForAggregates: createCountForAggregates(analysisDeps),
  });
  registerCohort(api, { ...cohortDeps, readTableOptions: createReadTableOptions(cohortDeps) });
  const volumes = createVolumes({ db, clock, ...(deps.volumes ?? unlimited) });
  registerTable(api, { ...cohortDeps, volumes });
  registerAnalysis(api, analysisDeps);
  registerReport(api, {
    ...analysisDeps,
    volumes,
    mails: deps.mails ?? noMail,
    publicUrl: signIn.publicUrl,
    software: version,
  });
  registerReceipts(api, cohortDeps);
  const { secondSource } = deps.site ?? siteConfiguration.parse({});
  registerFiles(api, { ...cohortDeps, secondSource });
  registerTransfers(api, {
    ...cohortDeps,
    secondSource,
    volumes,
    settings: deps.transfer ?? noTransfer,
    findHolder: createFindHolder(db, demand),
    publicUrl: signIn.publicUrl,
    sealKey: deps.sealKey,
    siteTitle: deps.site?.title ?? 'Atrium',
    version,
  });

  describeApi(api, { version, sessionCookie });
  const sendPage = webFolder === undefined ? null : await serveWeb(server, webFolder, deps.site);
  answerUnmatched(server, api.endpoints, sendPage);
  return server;
}

const unlimited = { limits: { rows: null, bytes: null } } as const;

const manifest = z.object({ name: z.literal('@atrium/server'), version: z.string() });

/** The version in the server's package.json, which is one folder above the sources and two above the build. */
function loadVersion(): string {
  for (const location of ['../package.json', '../../package.json']) {
    const read = manifest.safeParse(readJson(new URL(location, import.meta.url)));
    if (read.success) return read.data.version;
  }
  throw new Error('The package.json of the server is missing.');
}

function readJson(location: URL): unknown {
  try {
    return JSON.parse(readFileSync(location, 'utf8'));
  } catch {
    return undefined;
  }
}
