import { existsSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { demoPassword } from '../access/index.ts';
import { clearUploads, type DataRoomSettings, openQuestionLog } from '../admin/index.ts';
import { smallNumbersInWorkers } from '../analysis/index.ts';
import { createApp } from '../app.ts';
import { type Config, isForThisMachineOnly } from '../config/config.ts';
import { softwareVersion } from '../config/version.ts';
import { clockOfServer, requireRoomIn, requireServerTime, type Schema } from '../database/index.ts';
import { type HomeFolders, homeFolders, type Lock, loadSealKey, prepareHome } from '../home/index.ts';
import type { Meter, SpoolSettings } from '../http/index.ts';
import { type MailQueue, noMail, openMailQueue } from '../mail/index.ts';
import {
  type DemoState,
  demoAccounts,
  demoSite,
  findMissingData,
  loadDemoState,
  makeDemo,
  openChannel,
  presentMissing,
  refuseDemoAccounts,
  requireFreeSegment,
} from '../operations/index.ts';
import { type Closers, createClosers } from './closers.ts';
import { holdHome } from './holdHome.ts';
import { checkPort, listen } from './listen.ts';
import { createLog } from './log.ts';
import { type OpenInstallation, openInstallation } from './openInstallation.ts';
import { alertOfBulk, alertOfLosses, openAlerts, performWithAlerts } from './raiseAlerts.ts';
import { startDuties } from './startDuties.ts';
import { endAtOnce, endWithoutState, type Stop } from './stop.ts';
import { watchStrayFaults } from './strayFaults.ts';
import type { Terminal } from './terminal.ts';

interface StartOptions {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly stop: Stop;
  readonly isDemoWanted: boolean;
  /** Subjects of each demo dataset; default: as designed. */
  readonly demoSubjects?: number;
}

type Parts = StartOptions & { readonly closers: Closers; readonly log: Logger };

/** Serves the portal until it is asked to stop; resolves to the exit code. */
export async function startPortal(options: StartOptions): Promise<number> {
  const { config, stop, terminal } = options;
  const log = createLog({
    format: config.logFormat,
    isTerminal: process.stdout.isTTY,
    write: terminal.output,
  });
  const parts: Parts = { ...options, closers: createClosers(), log };
  try {
    await checkPort(config);
    hearFaults(parts);
    const folders = await prepareHome(config.home);
    const lock = await holdHome(parts);
    parts.closers.add(lock.release);
    const installation = await openStores(parts, folders);
    const demo = await readyDemo(parts, folders, installation);
    const site = demo === null ? config.site : demoSite(config.site);
    const address = await serve({ ...parts, config: { ...config, site } }, installation, lock);
    const hasDemoAccounts = isForThisMachineOnly(config) && demo?.accounts === true && demo.isComplete;
    terminal.print(...(await welcome({ address, db: installation.db, hasDemoAccounts })));
    await stop.requested;
    terminal.warn('Stopping.');
    return 0;
  } finally {
    await parts.closers.close();
  }
}

function hearFaults({ closers, log, terminal }: Parts): void {
  const stopWatching = watchStrayFaults({
    source: process,
    log,
    end: (error) => endAtOnce(terminal, `The portal ends, since its state is unknown: ${describe(error)}`),
  });
  closers.add(async () => stopWatching());
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);

async function openStores({ config, terminal, stop, closers, log }: Parts, folders: HomeFolders) {
  const onStep = (step: string) => terminal.progress({ step, detail: null });
  onStep('opening the data directory');
  const installation = await openInstallation(config, folders, {
    onStep,
    onFault: (error) => log.error({ err: error }, 'a connection to the state database was lost'),
    onLoss: (sentence) => {
      terminal.warn(sentence);
      log.error(sentence);
    },
    onEnd: (cause) => {
      log.fatal({ err: cause }, 'the state database has ended');
      endWithoutState(terminal, cause);
    },
    onPortalFault: (sentence, error) => log.error({ err: error }, sentence),
    onIndexFault: (error) => log.error({ err: error }, 'an index failed, and a statement answered'),
  });
  closers.add(installation.close);
  stop.signal.throwIfAborted();
  await requireFreeSegment(installation, config.site.appSegment);
  const { removed, warnings } = installation.recovery;
  if (removed.length > 0)
    log.info({ removed }, 'releases that are no longer needed were removed from the warehouse');
  for (const warning of warnings) {
    terminal.warn(warning);
    log.info(warning);
  }
  for (const sentence of (await findMissingData(installation)).map(presentMissing)) {
    terminal.warn(sentence);
    log.error(sentence);
  }
  return installation;
}

async function readyDemo(
  { config, terminal, stop, isDemoWanted, demoSubjects }: Parts,
  { packages }: HomeFolders,
  installation: OpenInstallation,
): Promise<DemoState | null> {
  const isPrivate = isForThisMachineOnly(config);
  if (!isPrivate) await refuseDemoAccounts(installation.db);
  const known = await loadDemoState(installation.db);
  if (!isDemoWanted || config.sharedFolder !== null) return known;
  const subjects = demoSubjects === undefined ? {} : { subjects: demoSubjects };
  return makeDemo(
    {
      db: installation.db,
      questions: installation.questions,
      releases: installation.releases,
      packages,
      isForThisMachineOnly: isPrivate,
      ...subjects,
    },
    { onProgress: terminal.progress, signal: stop.signal },
  );
}

/** Opens the queue of mail to people, which waits until the mail server takes it. */
async function openMails(
  { config, closers, log }: Parts,
  { db, portals }: OpenInstallation,
): Promise<MailQueue> {
  const { mail: settings } = config;
  if (settings === null) return noMail;
  const mails = await openMailQueue({
    db,
    settings,
    duties: portals.duties,
    onFault: ({ mail, error }) => log.error({ err: error, mail }, 'a mail could not be sent for now'),
  });
  closers.add(mails.close);
  return mails;
}

/** Keeps questions to the research data for staff, where the site keeps any. */
async function openQuestions({ config, closers, log }: Parts, { db, clock, portals }: OpenInstallation) {
  if (config.questionDays === null) return {};
  const questionLog = openQuestionLog({
    db,
    clock: portals.id === null ? clock : await clockOfServer(db),
    days: config.questionDays,
    everyMs: secondMs,
    onFault: (error) => log.warn({ err: error }, 'questions could not be kept for troubleshooting'),
  });
  closers.add(questionLog.close);
  return { questionLog };
}

/** Measures the portal where the operator wants it, and gives the figures out. */
async function openMetrics({ config, closers, log }: Parts, installation: OpenInstallation) {
  if (config.metrics === null) return null;
  // Loaded only where it is wanted.
  const { createMetrics, serveMetrics } = await import('./metrics.ts');
  const metrics = createMetrics(installation);
  closers.add(async () => metrics.close());
  const { url, close } = await serveMetrics(metrics, config.metrics);
  closers.add(close);
  log.info({ url }, 'metrics are given out');
  return metrics.meter;
}

/** Sends traces of requests where the operator wants it. */
async function openTraces({ config, closers, log }: Parts) {
  if (config.traces === null) return null;
  // Loaded only where it is wanted.
  const { createTraces } = await import('./traces.ts');
  const traces = createTraces({
    settings: config.traces,
    version: softwareVersion(),
    onFault: (error) => log.warn({ err: error }, 'traces could not be sent'),
  });
  closers.add(traces.close);
  log.info({ url: config.traces.url, share: config.traces.share }, 'traces are sent');
  return traces;
}

/** The meter that is called after each answer; null if neither metrics nor traces are on. */
async function openMeter(parts: Parts, installation: OpenInstallation): Promise<Meter | null> {
  const meter = await openMetrics(parts, installation);
  const traces = await openTraces(parts);
  if (traces === null) return meter;
  return {
    answered: (answer) => {
      meter?.answered(answer);
      traces.answered(answer);
    },
    beginDownload: meter?.beginDownload ?? (() => () => {}),
  };
}

const secondMs = 1000;

/** Sources that are run as they are have no file that a thread could load. */
const isBuilt = import.meta.url.endsWith('.js');

const maxFiguresWaitMs = 2000;

async function serve(parts: Parts, installation: OpenInstallation, lock: Lock): Promise<string> {
  const { config, closers, log, terminal } = parts;
  if (config.allowedHosts === null)
    terminal.warn('ATRIUM_HOSTS is not set: the portal answers under every host name.');
  config.warnings.forEach((warning) => {
    terminal.warn(warning);
  });
  const webFolder = findWebFolder();
  const alerts = openAlerts({ mail: config.mail, log, closers, installation });
  await alertOfLosses(alerts, config.home);
  const smallNumbers = isBuilt ? smallNumbersInWorkers(config.questionLimits.seconds * 1000) : undefined;
  if (smallNumbers !== undefined) closers.add(smallNumbers.close);
  const mails = await openMails(parts, installation);
  await clearUploads(installation.db, dataRoomsOf(config));
  const meter = await openMeter(parts, installation);
  const app: FastifyInstance = await createApp({
    ...(meter && { meter }),
    config,
    mails,
    db: installation.dbForRequests,
    questions: installation.questions,
    releases: installation.releases,
    requireRoom: installation.requireRoom,
    spool: spoolOf(config),
    clock: () => new Date(),
    signIn: config.signIn,
    sealKey: await loadSealKey(config.home),
    membershipDays: config.membershipDays,
    operations: installation,
    portals: installation.portals,
    ...checkClockOf(installation),
    home: config.home,
    ...(await openQuestions(parts, installation)),
    dataRooms: dataRoomsOf(config),
    volumes: {
      limits: config.exportLimits,
      bulk: config.bulkAlert,
      onBulk: (event) => alertOfBulk(alerts, event),
    },
    acceptsDemoAccounts: isForThisMachineOnly(config),
    site: config.site,
    transfer: config.transfer,
    siteContent: config.siteContent,
    maxFiguresWaitMs,
    sessionSeconds: config.sessionSeconds,
    logger: log,
    ...(webFolder === null ? {} : { webFolder }),
    ...(smallNumbers && { smallNumbers }),
  });
  closers.add(() => app.close());
  await startDuties({ config, installation, alerts, log, closers });
  const channel = await openChannel({
    perform: (operation, watcher) => performWithAlerts(alerts, installation, [operation, watcher]),
    onFault: (error) => log.error({ err: error }, 'an operation failed'),
    imports: installation.imports,
  });
  closers.add(channel.close);
  const address = await listen(app, config);
  await installation.portals.serve(address);
  if (installation.portals.id !== null) closers.add(() => app.draining.run());
  await lock.publish(address, channel.address);
  return address;
}

/** One portal alone goes by its own clock in everything. */
const checkClockOf = ({ portals, dbForRequests, clock }: OpenInstallation) =>
  portals.id === null ? {} : { checkClock: () => requireServerTime(dbForRequests, clock) };

/** Exports leave twice the room free that the state database needs, so that no export stops the portal (rule 8.24). */
const spoolOf = ({ home, spoolLimits, leastFreeMegabytes }: Config): SpoolSettings => ({
  folder: homeFolders(home).spool,
  limits: spoolLimits,
  requireRoom: requireRoomIn(home, 2 * leastFreeMegabytes, ' for exports. Please tell the operator.'),
});

/** Files that staff send lie where every portal finds them, since the next part may come to another (rule 15.60). */
const dataRoomsOf = ({ home, sharedFolder, dataRooms }: Config): DataRoomSettings => ({
  uploadFolder: dataRooms.maxUpload === 0 ? null : homeFolders(sharedFolder ?? home).uploads,
  ...dataRooms,
});

/** The built web client, beside the server's package; null where none was built. */
function findWebFolder(): string | null {
  const above = ['../../..', '../../../..'].map((up) => path.join(import.meta.dirname, up, 'web/dist'));
  return above.find((folder) => existsSync(path.join(folder, 'index.html'))) ?? null;
}

interface WelcomeOptions {
  readonly address: string;
  readonly db: Kysely<Schema>;
  readonly hasDemoAccounts: boolean;
}

/** The lines that a started portal prints: its address, and the demo accounts or the first steps. */
async function welcome({ address, db, hasDemoAccounts }: WelcomeOptions): Promise<readonly string[]> {
  const ready = ['', `Atrium is ready at ${address}`];
  if (hasDemoAccounts) return [...ready, ...describeDemo()];
  const account = await db.selectFrom('account').select('id').limit(1).executeTakeFirst();
  return account === undefined ? [...ready, ...describeFirstSteps()] : ready;
}

function describeDemo(): readonly string[] {
  const width = Math.max(...demoAccounts.map(({ username }) => username.length));
  return [
    `Sign in with password ${demoPassword} as`,
    ...demoAccounts.map(({ username, role }) => `  ${username.padEnd(width)}  ${role}`),
  ];
}

function describeFirstSteps(): readonly string[] {
  return [
    'There is no account yet. In another terminal, with the same ATRIUM_HOME:',
    '  npx atrium user add NAME --staff --password-stdin',
    '  npx atrium grant NAME DATASET --level phi',
  ];
}
