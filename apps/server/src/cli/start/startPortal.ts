import { PortalError } from '@atrium/contract';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createApp } from '../../app.ts';
import { keepAnchors } from '../../audit/index.ts';
import { type Config, isLoopback } from '../../config.ts';
import { type HomeFolders, type Lock, prepareHome, takeLock } from '../../home/index.ts';
import {
  type DemoState,
  findMissingData,
  makeDemo,
  openChannel,
  perform,
  readDemoState,
} from '../../operations/index.ts';
import { type Closers, createClosers } from '../closers.ts';
import { type Ground, openGround } from '../ground.ts';
import { createLog } from '../log.ts';
import type { Stop } from '../stop.ts';
import type { Terminal } from '../terminal.ts';
import { checkPort, listen } from './listen.ts';
import { findWebFolder } from './webFolder.ts';
import { welcome } from './welcome.ts';

export interface StartOptions {
  readonly config: Config;
  readonly terminal: Terminal;
  readonly stop: Stop;
  readonly isDemoWanted: boolean;
  /** Subjects of each demo dataset; default: what it is designed for. */
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
    const folders = await prepareHome(config.home);
    const lock = await holdHome(parts);
    const ground = await openStores(parts, folders);
    const demo = await readyDemo(parts, folders, ground);
    const address = await serve(parts, ground, lock);
    terminal.print(...(await welcome({ address, db: ground.db, demo })));
    await stop.asked;
    terminal.warn('Stopping.');
    return 0;
  } finally {
    await parts.closers.close();
  }
}

async function holdHome({ config, closers }: Parts): Promise<Lock> {
  const attempt = await takeLock(config.home, 'the portal');
  if (attempt.kind === 'taken') {
    closers.add(attempt.lock.release);
    return attempt.lock;
  }
  const { pid, holding } = attempt;
  const where = holding.address === null ? '' : ` at ${holding.address}`;
  throw new PortalError(
    'conflict',
    `The home ${config.home} is in use by ${holding.doing}${where} (process ${pid}). Stop it first, or choose another home with ATRIUM_HOME.`,
  );
}

async function openStores({ config, terminal, stop, closers, log }: Parts, folders: HomeFolders) {
  const onStep = (step: string) => terminal.progress({ step, detail: null });
  onStep('opening the home');
  const ground = await openGround(config, folders, {
    onStep,
    onFault: (error) => log.error({ err: error }, 'a connection to the state database was lost'),
  });
  closers.add(ground.close);
  stop.signal.throwIfAborted();
  const { removed, warnings } = ground.recovery;
  if (removed.length > 0) log.info({ removed }, 'dead releases were taken out of the warehouse');
  for (const warning of warnings) {
    terminal.warn(warning);
    log.info(warning);
  }
  for (const dataset of await findMissingData(ground)) {
    terminal.warn(`The data of dataset ${dataset} are not in this home: import them again.`);
  }
  return ground;
}

async function readyDemo(
  { config, terminal, stop, isDemoWanted, demoSubjects }: Parts,
  { packages }: HomeFolders,
  ground: Ground,
): Promise<DemoState | null> {
  const known = await readDemoState(ground.db);
  if (known?.accounts === true && !isLoopback(config.host)) {
    throw new PortalError(
      'conflict',
      `This home has the demo accounts, whose password is known to all, so it is served on loopback only. For ${config.host} choose another home with ATRIUM_HOME.`,
    );
  }
  if (!isDemoWanted) return known;
  const subjects = demoSubjects === undefined ? {} : { subjects: demoSubjects };
  return makeDemo(
    {
      db: ground.db,
      warehouse: ground.warehouse,
      packages,
      isLoopback: isLoopback(config.host),
      ...subjects,
    },
    { onProgress: terminal.progress, signal: stop.signal },
  );
}

const tenMinutesMs = 600_000;

/** Writes the ends of the audit's chain beside the database, and into the log. */
async function anchorAudit({ closers, log }: Parts, { db, anchorFile: file }: Ground): Promise<void> {
  const keeper = await keepAnchors({
    db,
    file,
    clock: () => new Date(),
    everyMs: tenMinutesMs,
    onAnchor: ({ id, hash }) => log.info({ id, hash }, 'the audit reaches to here'),
    onFault: (error) => log.error({ err: error }, 'the end of the audit could not be kept'),
  });
  closers.add(keeper.close);
}

async function serve(parts: Parts, ground: Ground, lock: Lock): Promise<string> {
  const { config, closers, log, terminal } = parts;
  if (config.allowedHosts === null)
    terminal.warn('ATRIUM_HOSTS is not set: the portal answers under any name that leads to it.');
  const webFolder = findWebFolder();
  const app: FastifyInstance = await createApp({
    config,
    db: ground.db,
    warehouse: ground.warehouse,
    clock: () => new Date(),
    signIn: config.signIn,
    site: config.site,
    logger: log,
    ...(webFolder === null ? {} : { webFolder }),
  });
  closers.add(() => app.close());
  await anchorAudit(parts, ground);
  const channel = await openChannel({
    perform: (operation, watcher) => perform(ground, operation, watcher),
    onFault: (error) => log.error({ err: error }, 'an operation failed'),
  });
  closers.add(channel.close);
  const address = await listen(app, config);
  await lock.publish(address, channel.address);
  return address;
}
