import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { loadConfig } from '../config/config.ts';

const deploy = path.resolve(import.meta.dirname, '../../../../deploy');
const read = (file: string) => readFile(path.join(deploy, file), 'utf8');

const texts = z.record(z.string(), z.string());
const names = z.array(z.string());

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-deploy-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The settings as a container has them, whose files lie elsewhere here. */
async function configOf(settings: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
  const here = Object.entries(settings).map(([name, value]) => [
    name,
    value.replace('/etc/atrium/', `${folder}/`),
  ]);
  return loadConfig(
    {},
    {
      ATRIUM_HOME: path.join(folder, 'home'),
      ATRIUM_HOSTS: 'portal.example.org',
      ...Object.fromEntries(here),
    },
  );
}

const absent = (names: readonly string[], known: readonly string[]) =>
  names.filter((name) => !known.includes(name));

/** Who installs the portal makes these files. */
const isSecret = (from: string): boolean => from.endsWith('users');

const sharing = { sharedFolder: '/srv/atrium', warnings: [], trustProxy: expect.any(Number) };

describe('the compose files', () => {
  const volume = z.string().regex(/^(\/[^:]+|[^:]+:[^:]+(:ro)?|\$\{[^}]+\}:[^:]+:ro)$/);
  const service = z.strictObject({
    image: z
      .string()
      .regex(/^[a-z.]+\/[a-z/]+:[\w.-]+$/)
      .optional(),
    build: z.strictObject({ context: z.string(), dockerfile: z.literal('deploy/Containerfile') }).optional(),
    restart: z.literal('unless-stopped'),
    deploy: z.strictObject({ replicas: z.int() }).optional(),
    depends_on: z
      .union([
        names,
        z.record(z.string(), z.strictObject({ condition: z.enum(['service_started', 'service_healthy']) })),
      ])
      .optional(),
    command: names.optional(),
    entrypoint: names.optional(),
    user: z.string().optional(),
    environment: texts.optional(),
    healthcheck: z
      .strictObject({ test: names, interval: z.string(), timeout: z.string(), retries: z.int() })
      .optional(),
    ports: z.array(z.string().regex(/^127\.0\.0\.1:\d+:\d+$/)).optional(),
    secrets: names.optional(),
    volumes: z.array(volume).optional(),
    stop_grace_period: z.string().optional(),
    read_only: z.boolean().optional(),
    tmpfs: names.optional(),
    cap_drop: names.optional(),
    security_opt: names.optional(),
  });
  const compose = z.strictObject({
    name: z.string(),
    'x-database': z.unknown().optional(),
    services: z.record(z.string(), service),
    secrets: z.record(z.string(), z.strictObject({ file: z.string() })),
    volumes: z.record(z.string(), z.null()),
  });

  it.each([
    { file: 'compose.yaml', portals: {} },
    { file: 'cluster/compose.yaml', portals: sharing },
  ])('$file names nothing that is not there, and its settings are taken', async ({ file, portals }) => {
    const { services, secrets, volumes } = compose.parse(parse(await read(file), { merge: true }));
    const all = Object.values(services);
    const waitsFor = all.flatMap(({ depends_on: of = [] }) => (Array.isArray(of) ? of : Object.keys(of)));
    const mounted = all.flatMap((one) => one.volumes ?? []).map((text) => text.split(':')[0] ?? '');
    expect(absent(waitsFor, Object.keys(services))).toEqual([]);
    expect(
      absent(
        all.flatMap((one) => one.secrets ?? []),
        Object.keys(secrets),
      ),
    ).toEqual([]);
    expect(
      absent(
        mounted.filter((from) => /^[a-z]/.test(from)),
        Object.keys(volumes),
      ),
    ).toEqual([]);
    const files = mounted.filter((from) => from.startsWith('./') && !isSecret(from));
    expect(files.filter((from) => !existsSync(path.join(deploy, path.dirname(file), from)))).toEqual([]);
    const environment = Object.entries(services['portal']?.environment ?? {}).map(([name, value]) => [
      name,
      value
        .replaceAll(/\$\{ATRIUM_PUBLIC_URL[^}]*\}/g, 'https://portal.example.org')
        .replaceAll(/\$\{[^}]+\}/g, 'x'),
    ]);
    const config = await configOf(Object.fromEntries(environment), {
      'transfer.json': await read('cluster/transfer.json'),
    });
    expect(config).toMatchObject(portals);
  });

  it('what they mount is well formed', () => {
    for (const script of ['database-init.sh', 'replica.sh'])
      execFileSync('bash', ['-n', path.join(deploy, 'cluster', script)]);
    const haproxy = '/usr/sbin/haproxy';
    if (existsSync(haproxy))
      execFileSync(haproxy, ['-c', '-q', '-f', path.join(deploy, 'cluster/haproxy.cfg')], { stdio: 'pipe' });
  });
});

describe('the manifests of Kubernetes', () => {
  const named = z.strictObject({ name: z.string() });
  const labels = z.strictObject({ app: z.literal('atrium') });
  const selector = z.strictObject({ matchLabels: labels });
  const metadata = named.extend({ labels: labels.optional() });
  const httpGet = z.strictObject({ path: z.enum(['/healthz', '/readyz']), port: z.literal('http') });
  const probe = z.strictObject({
    httpGet,
    periodSeconds: z.int(),
    timeoutSeconds: z.int().optional(),
    failureThreshold: z.int(),
  });
  const size = z.string().regex(/^\d+(Gi|Mi)$/);
  const container = z.strictObject({
    name: z.string(),
    image: z.string(),
    envFrom: z.array(
      z.union([z.strictObject({ configMapRef: named }), z.strictObject({ secretRef: named })]),
    ),
    ports: z.array(z.strictObject({ name: z.literal('http'), containerPort: z.literal(3000) })),
    startupProbe: probe,
    readinessProbe: probe,
    livenessProbe: probe,
    resources: z.strictObject({
      requests: z.strictObject({ cpu: z.string(), memory: size }),
      limits: z.strictObject({ memory: size }),
    }),
    securityContext: z.strictObject({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
    }),
    volumeMounts: z.array(named.extend({ mountPath: z.string(), readOnly: z.boolean().optional() })),
  });
  const podVolume = z.union([
    named.extend({ emptyDir: z.strictObject({ sizeLimit: size }) }),
    named.extend({ persistentVolumeClaim: z.strictObject({ claimName: z.string() }) }),
    named.extend({ configMap: named }),
  ]);
  const pod = z.strictObject({
    // The portal drains for up to a minute, and waits for what it has begun.
    terminationGracePeriodSeconds: z.int().min(90),
    automountServiceAccountToken: z.literal(false),
    securityContext: z.strictObject({
      runAsNonRoot: z.literal(true),
      runAsUser: z.literal(10001),
      runAsGroup: z.literal(10001),
      fsGroup: z.literal(10001),
      seccompProfile: z.strictObject({ type: z.literal('RuntimeDefault') }),
    }),
    topologySpreadConstraints: z.array(
      z.strictObject({
        maxSkew: z.int(),
        topologyKey: z.string(),
        whenUnsatisfiable: z.enum(['ScheduleAnyway', 'DoNotSchedule']),
        labelSelector: selector,
      }),
    ),
    containers: z.tuple([container]),
    volumes: z.array(podVolume),
  });
  const of = <Kind extends string, Rest extends z.ZodRawShape>(apiVersion: string, kind: Kind, rest: Rest) =>
    z.strictObject({ apiVersion: z.literal(apiVersion), kind: z.literal(kind), metadata, ...rest });
  const cluster = z.strictObject({ name: z.literal('atrium-database') });
  const unicode = { localeCollate: z.literal('C.UTF-8'), localeCType: z.literal('C.UTF-8') };
  const manifest = z.discriminatedUnion('kind', [
    of('v1', 'ConfigMap', { data: texts }),
    of('v1', 'Secret', { type: z.literal('Opaque'), stringData: texts }),
    of('v1', 'PersistentVolumeClaim', {
      spec: z.strictObject({
        accessModes: z.tuple([z.literal('ReadWriteMany')]),
        resources: z.strictObject({ requests: z.strictObject({ storage: size }) }),
      }),
    }),
    of('apps/v1', 'Deployment', {
      spec: z.strictObject({
        replicas: z.int(),
        strategy: z.strictObject({
          type: z.literal('RollingUpdate'),
          rollingUpdate: z.strictObject({ maxSurge: z.int(), maxUnavailable: z.literal(0) }),
        }),
        selector,
        template: z.strictObject({ metadata: z.strictObject({ labels }), spec: pod }),
      }),
    }),
    of('v1', 'Service', {
      spec: z.strictObject({
        selector: labels,
        ports: z.array(z.strictObject({ name: z.string(), port: z.int(), targetPort: z.literal('http') })),
      }),
    }),
    of('policy/v1', 'PodDisruptionBudget', {
      spec: z.strictObject({ minAvailable: z.int(), selector }),
    }),
    of('postgresql.cnpg.io/v1', 'Cluster', {
      spec: z.strictObject({
        instances: z.int().min(2),
        imageName: z.string(),
        postgresql: z.strictObject({
          synchronous: z.strictObject({ method: z.enum(['any', 'first']), number: z.literal(1) }),
          parameters: texts,
        }),
        bootstrap: z.strictObject({
          initdb: z.strictObject({
            database: z.string(),
            owner: z.string(),
            encoding: z.literal('UTF8'),
            ...unicode,
            secret: named,
          }),
        }),
        storage: z.strictObject({ size }),
      }),
    }),
    of('postgresql.cnpg.io/v1', 'Database', {
      spec: z.strictObject({
        cluster,
        name: z.string(),
        owner: z.string(),
        template: z.literal('template0'),
        encoding: z.literal('UTF8'),
        ...unicode,
      }),
    }),
    of('postgresql.cnpg.io/v1', 'Pooler', {
      spec: z.strictObject({
        cluster,
        instances: z.int(),
        type: z.literal('rw'),
        pgbouncer: z.strictObject({ poolMode: z.literal('session'), parameters: texts }),
      }),
    }),
  ]);
  /** What a container or volume needs, by kind and name. */
  const usedBy = (one: object): readonly [string, string] | null => {
    const { configMapRef, secretRef, configMap, persistentVolumeClaim: claim } = needs.parse(one);
    if (claim !== undefined) return ['PersistentVolumeClaim', claim.claimName];
    if (secretRef !== undefined) return ['Secret', secretRef.name];
    const map = configMapRef ?? configMap;
    return map === undefined ? null : ['ConfigMap', map.name];
  };
  const needs = z.object({
    configMapRef: named.optional(),
    secretRef: named.optional(),
    configMap: named.optional(),
    persistentVolumeClaim: z.object({ claimName: z.string() }).optional(),
  });
  const load = async (file: string) =>
    parseAllDocuments(await read(`kubernetes/${file}`)).map((one) => manifest.parse(one.toJS()));

  it('have the forms of their kinds, name nothing that is not there, and their settings are taken', async () => {
    const all = [...(await load('portal.yaml')), ...(await load('database.yaml'))];
    const has = (kind: string, name: string) =>
      all.some((one) => one.kind === kind && one.metadata.name === name);
    const maps = all.flatMap((one) => (one.kind === 'ConfigMap' ? [one] : []));
    const dataOf = (name: string) => maps.find(({ metadata: { name: own } }) => own === name)?.data ?? {};
    const secrets = all.flatMap((one) => (one.kind === 'Secret' ? Object.entries(one.stringData) : []));
    const settings = { ...dataOf('atrium'), ...Object.fromEntries(secrets) };
    for (const { volumes, containers } of all.flatMap((one) =>
      one.kind === 'Deployment' ? [one.spec.template.spec] : [],
    )) {
      const [{ volumeMounts, envFrom }] = containers;
      expect(volumes.map(({ name }) => name).toSorted()).toEqual(
        volumeMounts.map(({ name }) => name).toSorted(),
      );
      const used = [...envFrom, ...volumes].map(usedBy);
      expect(used.filter((one) => one !== null && !has(...one))).toEqual([]);
    }
    expect(has('Pooler', new URL(settings['DATABASE_URL'] ?? '').hostname)).toBe(true);
    const config = await configOf(settings, dataOf('atrium-files'));
    expect(config).toMatchObject({ ...sharing, databaseUrl: settings['DATABASE_URL'] });
    expect(config.transfer.stores).toMatchObject([{ kind: 's3', bucket: 'atrium' }]);
  });
});
