import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { memoriesInUse } from '@atrium/warehouse';
import { sql } from 'kysely';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { z } from 'zod';
import { onRecord } from '../audit/index.ts';
import type { MetricsSettings } from '../config/parseMetrics.ts';
import { loadDiskState } from '../database/index.ts';
import type { Meter } from '../http/index.ts';
import type { OpenInstallation } from './openInstallation.ts';

export interface Metrics {
  readonly meter: Meter;
  /** In the text format of Prometheus. Figures of stores that do not answer are left out, and `atrium_up` says so. */
  readonly text: () => Promise<string>;
  readonly contentType: string;
  close(): void;
}

/** Figures of the library that are also there by kind, and whose names the format forbids. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`);

type Measured = Pick<OpenInstallation, 'db' | 'questions' | 'indexes' | 'imports' | 'clock' | 'installed'>;

/** Measures a portal. No label names a person, a dataset or a value: labels are calls, states and codes (rule 16.5). */
export function createMetrics(installation: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  const shared = { registers: [registry] };
  const seconds = new Histogram({
    ...shared,
    name: 'atrium_request_duration_seconds',
    help: 'Time until the end of an answer, by call.',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
  });
  const answers = new Counter({
    ...shared,
    name: 'atrium_requests_total',
    help: 'Answers by call and status.',
    labelNames: ['method', 'route', 'code'],
  });
  const downloads = new Gauge({ ...shared, name: 'atrium_downloads_running', help: 'Files being sent.' });
  const lines = new Counter({
    ...shared,
    name: 'atrium_audit_lines_total',
    help: 'Lines of the audit that this process has written, by action: sign-ins, counts, exports, imports and so on.',
    labelNames: ['action'],
  });
  const end = onRecord((action) => lines.inc({ action }));
  const measure = createStoreGauges(installation, registry);
  measureMemories(registry);
  measureIndexes(installation.indexes, registry);
  return {
    meter: {
      answered: ({ method, route, status, seconds: took }) => {
        seconds.observe({ method, route }, took);
        answers.inc({ method, route, code: String(status) });
      },
      beginDownload: () => {
        downloads.inc();
        return () => downloads.dec();
      },
    },
    text: async () => {
      await measure();
      return registry.metrics();
    },
    contentType: registry.contentType,
    close: () => {
      end();
      registry.clear();
    },
  };
}

/** What is remembered, and how often that helped: the figures of `createMemory`. */
function measureMemories(registry: Registry): void {
  const registers = [registry];
  new Gauge({
    registers,
    name: 'atrium_memory_entries',
    help: 'Values that are remembered, by memory.',
    labelNames: ['memory'],
    collect() {
      for (const { name, entries } of memoriesInUse()) this.set({ memory: name }, entries);
    },
  });
  new Counter({
    registers,
    name: 'atrium_memory_lookups_total',
    help: 'Values that were wanted, and whether they were remembered.',
    labelNames: ['memory', 'remembered'],
    collect() {
      this.reset();
      for (const { name, found, missed } of memoriesInUse()) {
        this.inc({ memory: name, remembered: 'yes' }, found);
        this.inc({ memory: name, remembered: 'no' }, missed);
      }
    },
  });
}

/** The indexes of releases that were wanted since the start. */
function measureIndexes(indexes: OpenInstallation['indexes'], registry: Registry): void {
  const registers = [registry];
  new Gauge({
    registers,
    name: 'atrium_indexes',
    help: 'Indexes of releases that were wanted since the start, by state.',
    labelNames: ['state'],
    collect() {
      this.reset();
      for (const { state, fault } of indexes.state()) this.inc({ state: fault === null ? state : 'failed' });
    },
  });
  new Gauge({
    registers,
    name: 'atrium_index_memory_bytes',
    help: 'Memory of the indexes of releases, and how much they may take.',
    labelNames: ['of'],
    collect() {
      const memory = indexes.memory();
      this.set({ of: 'used' }, memory?.taken ?? 0);
      this.set({ of: 'limit' }, memory?.max ?? 0);
    },
  });
}

/** The figures that are taken when somebody asks for them. */
function createStoreGauges(
  { db, questions: research, imports, clock, installed }: Measured,
  registry: Registry,
): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `atrium_${name}`, help, labelNames, registers: [registry] });
  const up = gauge('up', 'Whether a store answers.', ['store']);
  const questions = gauge('questions', 'Questions to the research data, running and waiting.', ['state']);
  const importing = gauge('imports', 'Imports that run or wait.');
  const releases = gauge('releases', 'Releases by state.', ['state']);
  const mail = gauge('mail_waiting', 'Mails that wait to be sent.');
  const jobs = gauge('jobs', 'Jobs of the queues by state.', ['queue', 'state']);
  const audit = gauge('audit_head', 'The number of the last line of the audit.');
  const backup = gauge('last_backup_timestamp_seconds', 'When the last back-up was made; 0: none is known.');
  const free = gauge('disk_free_bytes', 'Room on the disk of the data directory.');
  const files = gauge('disk_free_files', 'Files that the disk of the data directory can still hold.');
  const ofState = [releases, mail, jobs, audit, backup];

  const measureState = async (): Promise<void> => {
    for (const one of ofState) one.reset();
    const found = await loadState(db);
    for (const { state, count } of found.releases) releases.set({ state }, count);
    for (const { queue, state, count } of found.jobs) jobs.set({ queue, state }, count);
    mail.set(found.mail);
    audit.set(found.head);
    backup.set(found.backup === null ? 0 : Math.min(found.backup, clock().getTime()) / 1000);
  };
  const isUp = (work: Promise<unknown>): Promise<number> => work.then(() => 1).catch(() => 0);
  return async () => {
    const { running, waiting } = research.load();
    questions.set({ state: 'running' }, running);
    questions.set({ state: 'waiting' }, waiting);
    importing.set(imports.size());
    const disk = loadDiskState(installed.home);
    free.set(disk.bytes);
    if (disk.files !== null) files.set(disk.files);
    up.set({ store: 'state' }, await isUp(measureState()));
    up.set({ store: 'warehouse' }, await isUp(research.checkReady()));
  };
}

const stateRow = z.object({ state: z.string(), count: z.int() });
const jobRow = stateRow.extend({ queue: z.string() });
const oneRow = z.tuple([
  z.object({ mail: z.int(), head: z.int(), backups: z.unknown(), hasQueues: z.boolean() }),
]);
const backups = z.array(z.object({ at: z.iso.datetime({ offset: true }) }));

async function loadState(db: OpenInstallation['db']) {
  const { rows: one } = await sql`select
    (select count(*)::integer from mail where sent_at is null) as mail,
    (select id from audit_head) as head,
    (select value from installation where name = 'backups') as backups,
    to_regclass('pgboss.job') is not null as "hasQueues"`.execute(db);
  const [{ mail, head, backups: value, hasQueues }] = oneRow.parse(one);
  const { rows: releases } =
    await sql`select state, count(*)::integer as count from release group by 1`.execute(db);
  const { rows: jobs } = hasQueues
    ? await sql`select name as queue, state::text as state, count(*)::integer as count
        from pgboss.job where state in ('created', 'retry', 'active', 'failed') group by 1, 2`.execute(db)
    : { rows: [] };
  const known = backups.safeParse(value);
  const last = known.success ? known.data.at(-1) : undefined;
  return {
    mail,
    head,
    releases: z.array(stateRow).parse(releases),
    jobs: z.array(jobRow).parse(jobs),
    backup: last === undefined ? null : new Date(last.at).getTime(),
  };
}

/**
 * Serves metrics at an address of their own to callers with the token; returns the address and a function that ends it.
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port, token }: MetricsSettings,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (token !== null && !carries(request, token)) return void response.writeHead(401).end();
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics')
      return void response.writeHead(404).end();
    const text = await metrics.text();
    response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text);
  };
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const taken = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken.port}/metrics`,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function carries({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
