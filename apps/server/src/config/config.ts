import path from 'node:path';
import type { SiteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import type { UnpackLimits } from '@atrium/warehouse';
import { z } from 'zod';
import type { SpoolLimits, TransportSettings } from '../http/index.ts';
import type { MailSettings } from '../mail/index.ts';
import { type DataRoomLimits, type IndexMemory, parseLimits, type QuestionLimits } from './limits.ts';
import { loadSignIn } from './loadSignIn.ts';
import { loadSite, type Site } from './loadSite.ts';
import { type BackupSchedule, parseBackups } from './parseBackups.ts';
import { parseMail } from './parseMail.ts';
import { type MetricsSettings, parseMetrics } from './parseMetrics.ts';
import { parseRegistrar, type RegistrarSettings } from './parseRegistrar.ts';
import { parseRetention } from './parseRetention.ts';
import { parseTraces, type TraceSettings } from './parseTraces.ts';
import { isLoopback, parseHosts, parseRateLimits, parseTrustProxy } from './parseTransport.ts';
import type { VolumeLimits } from './parseVolume.ts';
import { ConfigError, type GivenSettings, parseSetting } from './settingsFile.ts';
import { type FactorDemand, factorDemands, type SignInSettings } from './signInSettings.ts';
import {
  loadTransfer,
  resolveTransfer,
  type TransferSettings,
  type TransferSources,
} from './transferSettings.ts';

export { ConfigError } from './settingsFile.ts';

/** The settings of an operator, from flags and the environment. */
export interface Config extends TransportSettings {
  readonly port: number;
  readonly host: string;
  /** Absolute path of the data directory. */
  readonly home: string;
  /** Absolute path of the folder below which downloadable files lie. */
  readonly storageRoot: string;
  /** A PostgreSQL server for the state database; null for the embedded one. */
  readonly databaseUrl: string | null;
  /** A PostgreSQL server for research data; null for the embedded engine. */
  readonly warehouseUrl: string | null;
  /** Addresses where questions are answered in place of `warehouseUrl`. */
  readonly warehouseReaders: readonly string[];
  /** Absolute path of the folder that several portals share; null where one portal works alone (decision 98). */
  readonly sharedFolder: string | null;
  /** Whether the operator says that the portals share no folder any more. */
  readonly endsSharing: boolean;
  readonly signIn: SignInSettings;
  /** How files leave the portal. */
  readonly transfer: TransferSettings;
  readonly site: SiteConfiguration;
  readonly siteContent: Site['content'];
  /** How long a session lasts from each load of the user. */
  readonly sessionSeconds: number;
  /** How large data packages may be when unpacked, and how much memory an import may use. */
  readonly importLimits: {
    readonly unpackLimits: UnpackLimits;
    readonly megabytes?: number;
    readonly verifiedBytes: number;
  };
  readonly questionLimits: QuestionLimits;
  /** What the indexes of releases may take of the memory (rule 16.14). */
  readonly indexMemory: IndexMemory;
  /** How much of the disk exports may take. */
  readonly spoolLimits: SpoolLimits;
  /** What staff may load from their rooms: the largest file that they send, and folders with packages. */
  readonly dataRooms: DataRoomLimits;
  /** Below so much free room on the disk of the data directory nothing is written to the embedded database. */
  readonly leastFreeMegabytes: number;
  /** For how many days the audit is kept; null: for ever. */
  readonly auditDays: number | null;
  /** For how many days entries of the log of imports are kept that no release in use came from; null: for ever. */
  readonly importLogDays: number | null;
  /** For how many days count receipts can be opened again; null: for ever. */
  readonly receiptDays: number | null;
  /** For how many days questions are kept for staff (rule 15.7); null: none are. */
  readonly questionDays: number | null;
  /** Warnings about settings for the operator, which do not stop the start. */
  readonly warnings: readonly string[];
  /** For how many days a membership is granted at most; null: without an end too. */
  readonly membershipDays: number | null;
  /** For how many days a release is kept for reports that do not stay on it; null: for ever (rule 12.14). */
  readonly reportReleaseDays: number | null;
  /** After how many days without use an account is disabled; null: never. */
  readonly idleDays: number | null;
  /** How much of the data an account may take on a day. */
  readonly exportLimits: VolumeLimits;
  /** From how much of the data a day on an alert is raised about an account. */
  readonly bulkAlert: VolumeLimits;
  /** How alerts are sent by mail; null: they are in the log alone. */
  readonly mail: MailSettings | null;
  /** How often the embedded state database is copied, in minutes; null: never. */
  readonly stateCopyMinutes: number | null;
  /** Where metrics are given out; null: nowhere. */
  readonly metrics: MetricsSettings | null;
  /** Where traces of requests are sent; null: nowhere. */
  readonly traces: TraceSettings | null;
  /** Where DOIs are registered; null: nowhere. */
  readonly registrar: RegistrarSettings | null;
  /** Back-ups that the running portal makes by itself; null: none. */
  readonly backups: BackupSchedule | null;
  /** Settings files that variables name, absolute. */
  readonly settingsFiles: readonly string[];
  /** How log lines are written; null: text on a terminal, else JSON. */
  readonly logFormat: LogFormat | null;
}

const logFormat = z.enum(['json', 'text']);
export type LogFormat = z.infer<typeof logFormat>;

interface ConfigFlags {
  readonly port?: string | undefined;
  readonly host?: string | undefined;
}

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65_535);

const databaseAddress = z.url({ protocol: /^postgres(ql)?$/ });

const idleSeconds = z
  .string()
  .regex(/^\d{1,6}$/)
  .transform(Number)
  .refine((seconds) => seconds >= 180);

const origin = z
  .url({ protocol: /^https?$/ })
  .refine((text) => URL.canParse(text) && new URL(text).origin === text);

/**
 * Reads the settings. A flag wins over the environment; an empty variable counts as absent.
 * @throws ConfigError with the name of the setting that cannot be used
 */
export function loadConfig(
  flags: ConfigFlags = {},
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const given: GivenSettings = (name) => environment[name]?.trim() || undefined;
  const address = (name: string): string | null => {
    const url = given(name);
    const rule = `${name} must be an address like postgres://user:password@host/name`;
    return url === undefined ? null : parseSetting(rule, databaseAddress, url);
  };
  const publicUrl = parsePublicUrl(given('ATRIUM_PUBLIC_URL'));
  const home = path.resolve(given('ATRIUM_HOME') ?? '.atrium');
  const network = parseNetwork({ flags, publicUrl, given });
  const factor = parseFactorDemand(given('ATRIUM_SECOND_FACTOR'));
  const databaseUrl = address('DATABASE_URL');
  const warehouseUrl = address('ATRIUM_WAREHOUSE_URL');
  const sharedFolder = parseSharedFolder({ databaseUrl, warehouseUrl, given });
  const storageRoot = path.resolve(given('ATRIUM_STORAGE') ?? path.join(sharedFolder ?? home, 'files'));
  const site = loadSite({ home, file: given('ATRIUM_SITE_CONFIG'), given });
  const transfer = transferOf(site, { home, file: given('ATRIUM_TRANSFER_CONFIG'), storageRoot, given });
  requireApart(transfer, sharedFolder);
  return {
    ...network,
    home,
    storageRoot,
    transfer,
    databaseUrl,
    warehouseUrl,
    warehouseReaders: parseReaders(given('ATRIUM_WAREHOUSE_READERS'), warehouseUrl),
    sharedFolder,
    endsSharing: given('ATRIUM_SHARED_FOLDER') === noFolder,
    ...parseLimits(given),
    ...parseRetention(given),
    warnings: factor.warnings,
    mail: parseMail(given) ?? site.mail,
    stateCopyMinutes: parseStateCopies(given('ATRIUM_STATE_COPY_MINUTES')),
    metrics: parseMetrics(given),
    traces: parseTraces(given),
    registrar: parseRegistrar(given, publicUrl),
    backups: parseBackups(given('ATRIUM_BACKUPS')),
    settingsFiles: ['ATRIUM_SITE_CONFIG', 'ATRIUM_OIDC_CONFIG', 'ATRIUM_TRANSFER_CONFIG'].flatMap((name) => {
      const file = given(name);
      return file === undefined ? [] : [path.resolve(file)];
    }),
    logFormat: parseLogFormat(given('ATRIUM_LOG_FORMAT')),
    site: site.configuration,
    siteContent: site.content,
    sessionSeconds: site.sessionSeconds,
    signIn: loadSignIn({
      home,
      file: given('ATRIUM_OIDC_CONFIG'),
      publicUrl,
      idleSeconds: parseSetting(
        'ATRIUM_IDLE_SECONDS must be a whole number from 180',
        idleSeconds,
        given('ATRIUM_IDLE_SECONDS') ?? String(site.idleSeconds),
      ),
      secondFactor: factor.demand,
      given,
    }),
  };
}

interface NetworkGiven {
  readonly flags: ConfigFlags;
  readonly publicUrl: string | null;
  readonly given: GivenSettings;
}

/** Where the portal listens, and whom it answers there. */
function parseNetwork({ flags, publicUrl, given }: NetworkGiven) {
  const host = flags.host ?? given('HOST') ?? '127.0.0.1';
  const trustProxy = parseTrustProxy(given('ATRIUM_TRUST_PROXY'));
  requireProxy(publicUrl, trustProxy);
  return {
    port: parsePort(flags.port, given('PORT')),
    host,
    trustProxy,
    allowedOrigins: parseOrigins(given('ATRIUM_ALLOWED_ORIGINS')),
    tlsForSubdomains: parseSwitch('ATRIUM_HSTS_SUBDOMAINS', given('ATRIUM_HSTS_SUBDOMAINS')),
    allowedHosts: parseHosts({
      list: given('ATRIUM_HOSTS'),
      publicUrl: publicUrl ?? undefined,
      host,
      isLoopback: isLoopback(host),
    }),
    rateLimits: parseRateLimits(given('ATRIUM_RATE_LIMITS')),
  };
}

/** As the file says that is named for it, else as the site says, else as `transfer.json` does. */
const transferOf = ({ transfer }: Site, sources: TransferSources): TransferSettings =>
  transfer === null || sources.file !== undefined
    ? loadTransfer(sources)
    : resolveTransfer(transfer.settings, { ...sources, folder: transfer.folder });

/** The shared folder holds a key, and indexes with all values: it must not lie where files to download lie. */
function requireApart({ storageRoot, stores }: TransferSettings, sharedFolder: string | null): void {
  const folders = [storageRoot, ...stores.flatMap((store) => (store.kind === 'folder' ? store.folder : []))];
  const around = folders.find((folder) => sharedFolder !== null && isBelow(folder, sharedFolder));
  if (around === undefined) return;
  throw new ConfigError(
    `ATRIUM_SHARED_FOLDER must not lie in ${around}, from where files are downloaded (ATRIUM_STORAGE, or a store).`,
  );
}

/** Whether a folder is another one, or lies somewhere in it. */
const isBelow = (folder: string, inner: string): boolean =>
  path.relative(folder, inner).split(path.sep)[0] !== '..';

/** The portal speaks plain HTTP: only a proxy can say that a request came over TLS, and so get secure cookies. */
function requireProxy(publicUrl: string | null, trustProxy: Config['trustProxy']): void {
  if (publicUrl?.startsWith('https:') !== true || trustProxy !== false) return;
  throw new ConfigError(
    'ATRIUM_PUBLIC_URL is an https address, so ATRIUM_TRUST_PROXY must name the proxy that ends TLS. Without it cookies would not be secure.',
  );
}

const parseSwitch = (name: string, text: string | undefined): boolean =>
  parseSetting(`${name} must be true or false`, z.enum(['true', 'false']), text ?? 'false') === 'true';

/** Which accounts must have a second factor; a text that is none of the three counts as the strictest. */
function parseFactorDemand(text: string | undefined): {
  readonly demand: FactorDemand;
  readonly warnings: readonly string[];
} {
  const demand = factorDemands.find((known) => known === (text ?? 'nobody'));
  if (demand !== undefined) return { demand, warnings: [] };
  const warning = `ATRIUM_SECOND_FACTOR must be ${factorDemands.join(', ')}. It is none of them, so a second factor is required of staff and of members at level phi.`;
  return { demand: 'staff-and-phi', warnings: [warning] };
}

/** A week. A timer that holds more than it can is at once up. */
const maxCopyMinutes = 10_080;
const copyMinutes = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .transform(Number)
  .refine((minutes) => minutes <= maxCopyMinutes);

function parseStateCopies(text = '60'): number | null {
  if (text === 'off') return null;
  return parseSetting(
    `ATRIUM_STATE_COPY_MINUTES must be off, or a whole number of minutes up to ${maxCopyMinutes}`,
    copyMinutes,
    text,
  );
}

const parseLogFormat = (text: string | undefined): LogFormat | null =>
  text === undefined ? null : parseSetting('ATRIUM_LOG_FORMAT must be json or text', logFormat, text);

const parsePublicUrl = (url: string | undefined): string | null =>
  url === undefined
    ? null
    : parseSetting('ATRIUM_PUBLIC_URL must be an origin like https://portal.example.org', origin, url);

function parsePort(flag: string | undefined, variable: string | undefined): number {
  const name = flag === undefined ? 'PORT' : '--port';
  return parseSetting(`${name} must be a number from 0 to 65535`, portNumber, flag ?? variable ?? '3000');
}

function parseOrigins(list: string | undefined): readonly string[] {
  const origins = list?.split(',').map((one) => one.trim()) ?? [];
  return parseSetting(
    'ATRIUM_ALLOWED_ORIGINS must be origins like https://portal.example.org, separated by commas',
    z.array(origin),
    origins,
  );
}

/**
 * True where nothing says that people elsewhere reach the portal: it listens on loopback, has no public address and no
 * outer name, and trusts no proxy (rule 8.14).
 */
export const isForThisMachineOnly = ({
  host,
  signIn,
  trustProxy,
  allowedHosts,
}: Pick<Config, 'host' | 'signIn' | 'trustProxy' | 'allowedHosts'>): boolean =>
  isLoopback(host) &&
  signIn.publicUrl === null &&
  trustProxy === false &&
  (allowedHosts ?? []).every((name) => isLoopback(withoutPort(name.toLowerCase())));

/** The name or address of `portal:8080`, `[::1]:8080` or `::1`. */
const withoutPort = (host: string): string =>
  /^\[(.*)\](:\d+)?$/.exec(host)?.[1] ?? (host.split(':').length > 2 ? host : host.replace(/:\d+$/, ''));

interface SharedGiven {
  readonly databaseUrl: string | null;
  readonly warehouseUrl: string | null;
  readonly given: GivenSettings;
}

/** Says that an installation that had several portals has one again. */
const noFolder = 'none';

function parseReaders(given: string | undefined, warehouseUrl: string | null): readonly string[] {
  if (given === undefined) return [];
  if (warehouseUrl === null)
    throw new ConfigError(
      'ATRIUM_WAREHOUSE_READERS needs ATRIUM_WAREHOUSE_URL: files of releases have no replicas',
    );
  const rule =
    'ATRIUM_WAREHOUSE_READERS must be addresses like postgres://user:password@host/name, separated by commas';
  return given.split(',').map((url) => parseSetting(rule, databaseAddress, url.trim()));
}

/**
 * The folder that several portals of one installation share; null where there is one portal.
 * @throws ConfigError where something else that they must share is on one machine
 */
function parseSharedFolder({ databaseUrl, warehouseUrl, given }: SharedGiven): string | null {
  const folder = given('ATRIUM_SHARED_FOLDER');
  if (folder === undefined || folder === noFolder) return null;
  const missing = [
    databaseUrl === null ? 'DATABASE_URL: the embedded state database is on one machine' : [],
    warehouseUrl === null ? 'ATRIUM_WAREHOUSE_URL: files of releases are on one machine' : [],
  ].flat();
  if (missing.length > 0)
    throw new ConfigError(`ATRIUM_SHARED_FOLDER, for several portals, also needs ${missing.join('; and ')}.`);
  return path.resolve(folder);
}
