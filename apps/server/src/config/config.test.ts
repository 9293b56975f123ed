import path from 'node:path';
import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { defaultUnpackLimits } from '@atrium/warehouse';
import { expect, it } from 'vitest';
import { defaultRateLimits } from '../http/index.ts';
import { isForThisMachineOnly, loadConfig } from './config.ts';
import { parseQuestionLimits, parseSpoolLimits, parseUnpackLimits } from './limits.ts';
import { isLoopback } from './parseTransport.ts';

it('without settings the portal listens on loopback, at 3000, with its data directory in the working directory', () => {
  expect(loadConfig({}, {})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    leastFreeMegabytes: 64,
    home: path.resolve('.atrium'),
    storageRoot: path.resolve('.atrium/files'),
    databaseUrl: null,
    warehouseUrl: null,
    warehouseReaders: [],
    sharedFolder: null,
    endsSharing: false,
    auditDays: null,
    backups: null,
    metrics: null,
    traces: null,
    registrar: null,
    settingsFiles: [],
    stateCopyMinutes: 60,
    questionDays: 14,
    membershipDays: null,
    idleDays: 365,
    reportReleaseDays: null,
    importLogDays: null,
    indexMemory: 'default',
    receiptDays: null,
    exportLimits: { rows: null, bytes: null },
    bulkAlert: { rows: null, bytes: null },
    mail: null,
    logFormat: null,
    allowedOrigins: [],
    trustProxy: false,
    tlsForSubdomains: false,
    allowedHosts: ['localhost', '127.0.0.1', '[::1]'],
    rateLimits: defaultRateLimits,
    importLimits: { unpackLimits: defaultUnpackLimits, verifiedBytes: 64e9 },
    questionLimits: parseQuestionLimits(undefined),
    spoolLimits: parseSpoolLimits(undefined),
    signIn: { local: true, providers: [], publicUrl: null, idleSeconds: 3600, secondFactor: 'nobody' },
    site: siteConfiguration.parse({}),
    siteContent: { pages: new Map(), givenFigures: null },
    sessionSeconds: 1800,
    dataRooms: { maxUpload: 8 * 1024 ** 3, packageFolders: [] },
    transfer: expect.objectContaining({ stores: [], aspera: null }),
    warnings: [],
  });
});

it.each([
  ['32', 32],
  ['1024', 1024],
])(
  'the embedded database keeps %s megabytes free where ATRIUM_LEAST_FREE_MEGABYTES says so',
  (text, megabytes) => {
    expect(loadConfig({}, { ATRIUM_LEAST_FREE_MEGABYTES: text }).leastFreeMegabytes).toBe(megabytes);
  },
);

it.each(['31', '0', 'off', '1.5', '-64'])('refuses to keep %s megabytes free', (text) => {
  expect(() => loadConfig({}, { ATRIUM_LEAST_FREE_MEGABYTES: text })).toThrow('ATRIUM_LEAST_FREE_MEGABYTES');
});

it('several portals start only where all that they share is on servers, and in a folder apart from downloads', () => {
  const urls = { DATABASE_URL: 'postgres://a@b/c', ATRIUM_WAREHOUSE_URL: 'postgres://a@b/d' };
  const shared = { ATRIUM_SHARED_FOLDER: '/mnt/atrium' };
  expect(loadConfig({}, { ...urls, ...shared })).toMatchObject({
    sharedFolder: '/mnt/atrium',
    storageRoot: '/mnt/atrium/files',
  });
  for (const missing of ['DATABASE_URL', 'ATRIUM_WAREHOUSE_URL'])
    expect(() => loadConfig({}, { ...urls, ...shared, [missing]: undefined })).toThrow(missing);
  for (const storage of ['/mnt/atrium', '/mnt'])
    expect(() => loadConfig({}, { ...urls, ...shared, ATRIUM_STORAGE: storage })).toThrow(
      'ATRIUM_SHARED_FOLDER must not lie in',
    );
  expect(loadConfig({}, { ...urls, ...shared, ATRIUM_STORAGE: '/mnt/files' }).storageRoot).toBe('/mnt/files');
});

it('a flag wins over the environment, and an empty variable counts as absent', () => {
  const config = loadConfig({ port: '4000' }, { PORT: '5000', HOST: '', DATABASE_URL: ' ' });
  expect(config).toMatchObject({ port: 4000, host: '127.0.0.1', databaseUrl: null });
});

it.each([
  [{ port: 'http' }, {}, '--port must be a number from 0 to 65535.'],
  [{ port: '65536' }, {}, '--port must be'],
  [{}, { PORT: '-1' }, 'PORT must be'],
  [{}, { DATABASE_URL: 'mysql://localhost/atrium' }, 'DATABASE_URL must be an address like postgres://'],
  [{}, { ATRIUM_WAREHOUSE_URL: 'duckdb' }, 'ATRIUM_WAREHOUSE_URL must be an address like postgres://'],
  [{}, { ATRIUM_PUBLIC_URL: 'portal.example.org' }, 'ATRIUM_PUBLIC_URL must be an origin'],
  [{}, { ATRIUM_HSTS_SUBDOMAINS: 'yes' }, 'ATRIUM_HSTS_SUBDOMAINS must be true or false.'],
  [
    {},
    { ATRIUM_PUBLIC_URL: 'https://portal.example.org' },
    'ATRIUM_TRUST_PROXY must name the proxy that ends TLS',
  ],
  [
    {},
    { ATRIUM_PUBLIC_URL: 'https://portal.example.org', ATRIUM_TRUST_PROXY: 'false' },
    'ATRIUM_TRUST_PROXY must name the proxy that ends TLS',
  ],
  [{}, { ATRIUM_LOG_FORMAT: 'pretty' }, 'ATRIUM_LOG_FORMAT must be json or text.'],
  [{}, { ATRIUM_AUDIT_DAYS: '89' }, 'ATRIUM_AUDIT_DAYS must be a whole number from 90'],
  [{}, { ATRIUM_AUDIT_DAYS: 'all' }, 'ATRIUM_AUDIT_DAYS must be a whole number from 90'],
  [{}, { ATRIUM_MEMBERSHIP_DAYS: '0' }, 'ATRIUM_MEMBERSHIP_DAYS must be a whole number of days'],
  [{}, { ATRIUM_EXPORT_LIMITS: 'rows=0' }, 'ATRIUM_EXPORT_LIMITS must be like rows=100000,megabytes=500.'],
  [{}, { ATRIUM_EXPORT_LIMITS: 'files=3' }, 'ATRIUM_EXPORT_LIMITS must be like rows=100000,megabytes=500.'],
  [{}, { ATRIUM_IDLE_DAYS: '0' }, 'ATRIUM_IDLE_DAYS must be off, or a whole number of days'],
  [{}, { ATRIUM_REPORT_RELEASES: 'none' }, 'ATRIUM_REPORT_RELEASES must be all, staying, or a whole number'],
  [{}, { ATRIUM_BULK_ALERT: 'many' }, 'ATRIUM_BULK_ALERT must be like rows=100000,megabytes=500.'],
  [{}, { ATRIUM_ALERT_TO: 'ops@site.example' }, 'ATRIUM_MAIL_URL must be an address like smtp://'],
  [{}, { ATRIUM_MAIL_URL: 'smtp://mail.example' }, 'ATRIUM_ALERT_TO must be e-mail addresses'],
  [{}, { ATRIUM_MAIL_URL: 'http://mail.example', ATRIUM_ALERT_TO: 'o@s.example' }, 'ATRIUM_MAIL_URL must be'],
  [{}, { ATRIUM_IDLE_SECONDS: '60' }, 'ATRIUM_IDLE_SECONDS must be a whole number from 180'],
  [{}, { ATRIUM_ALLOWED_ORIGINS: 'https://a.example/path' }, 'ATRIUM_ALLOWED_ORIGINS must be origins'],
])('refuses %o with %o by the name of the setting', (flags, environment, message) => {
  expect(() => loadConfig(flags, environment)).toThrow(message);
});

it.each(['true', '2', '10.0.0.0/8'])(
  'an https address is served behind the trusted proxies %s',
  (trusted) => {
    const environment = { ATRIUM_PUBLIC_URL: 'https://portal.example.org', ATRIUM_TRUST_PROXY: trusted };
    expect(loadConfig({}, environment).signIn.publicUrl).toBe('https://portal.example.org');
  },
);

it('ATRIUM_HSTS_SUBDOMAINS binds browsers to TLS for names below that of the portal', () => {
  expect(loadConfig({}, { ATRIUM_HSTS_SUBDOMAINS: 'true' })).toMatchObject({ tlsForSubdomains: true });
});

it('ATRIUM_QUESTION_DAYS says for how long questions are kept, and 0 that none are', () => {
  expect(loadConfig({}, { ATRIUM_QUESTION_DAYS: '30' })).toMatchObject({ questionDays: 30 });
  expect(loadConfig({}, { ATRIUM_QUESTION_DAYS: '0' })).toMatchObject({ questionDays: null });
  expect(() => loadConfig({}, { ATRIUM_QUESTION_DAYS: '366' })).toThrow('from 0 to 365');
});

it('ATRIUM_AUDIT_DAYS says for how long the audit is kept', () => {
  expect(loadConfig({}, { ATRIUM_AUDIT_DAYS: '2192' })).toMatchObject({ auditDays: 2192 });
});

it('ATRIUM_MEMBERSHIP_DAYS says for how long a membership is granted at most', () => {
  expect(loadConfig({}, { ATRIUM_MEMBERSHIP_DAYS: '365' })).toMatchObject({ membershipDays: 365 });
  expect(loadConfig({}, {})).toMatchObject({ membershipDays: null });
});

it('ATRIUM_EXPORT_LIMITS says how much an account may take on a day', () => {
  const exportLimits = { rows: 1000, bytes: 50_000_000 };
  const environment = { ATRIUM_EXPORT_LIMITS: 'rows=1000, megabytes=50' };
  expect(loadConfig({}, environment)).toMatchObject({ exportLimits });
});

it.each([
  ['90', 90],
  ['off', null],
])('ATRIUM_IDLE_DAYS=%s disables idle accounts after %s days', (text, idleDays) => {
  expect(loadConfig({}, { ATRIUM_IDLE_DAYS: text })).toMatchObject({ idleDays });
});

it.each([
  ['', null],
  ['all', null],
  ['staying', 0],
  ['30', 30],
])(
  'ATRIUM_REPORT_RELEASES=%s keeps releases for reports for %s days (rule 12.14)',
  (text, reportReleaseDays) => {
    expect(loadConfig({}, { ATRIUM_REPORT_RELEASES: text })).toMatchObject({ reportReleaseDays });
  },
);

it('alerts are sent to the addresses of ATRIUM_ALERT_TO, the first of which sends unless another is named', () => {
  const environment = { ATRIUM_MAIL_URL: 'smtp://mail.example', ATRIUM_ALERT_TO: 'a@s.example, b@s.example' };
  const mail = { url: 'smtp://mail.example', to: ['a@s.example', 'b@s.example'], from: 'a@s.example' };
  expect(loadConfig({}, environment)).toMatchObject({ mail });
  const forPeople = { ATRIUM_MAIL_URL: 'smtp://mail.example', ATRIUM_MAIL_FROM: 'portal@s.example' };
  expect(loadConfig({}, forPeople)).toMatchObject({ mail: { to: [], from: 'portal@s.example' } });
  const named = { ...environment, ATRIUM_MAIL_FROM: 'portal@s.example' };
  expect(loadConfig({}, named)).toMatchObject({ mail: { ...mail, from: 'portal@s.example' } });
});

it('ATRIUM_LOG_FORMAT chooses how log lines are written', () => {
  expect(loadConfig({}, { ATRIUM_LOG_FORMAT: 'text' })).toMatchObject({ logFormat: 'text' });
});

it('a refused database address is not repeated, because it may hold a password', () => {
  expect(() => loadConfig({}, { DATABASE_URL: 'mysql://root:hunter2@db' })).not.toThrow('hunter2');
});

it.each([
  ['127.0.0.1', true],
  ['127.8.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['127.0.0.1.example.org', false],
  ['192.168.1.2', false],
])('the address %s reaches this machine only: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

it.each([
  ['nothing is configured', {}, true],
  ['it listens on another loopback address', { HOST: '::1' }, true],
  ['it listens beyond loopback', { HOST: '0.0.0.0' }, false],
  ['it has a public address', { ATRIUM_PUBLIC_URL: 'http://portal.example.org' }, false],
  ['it has a public address on loopback', { ATRIUM_PUBLIC_URL: 'http://127.0.0.1:3000' }, false],
  ['one proxy is trusted', { ATRIUM_TRUST_PROXY: 'true' }, false],
  ['proxies on loopback are trusted', { ATRIUM_TRUST_PROXY: 'loopback' }, false],
  ['it answers under an outer name', { ATRIUM_HOSTS: 'portal.example.org' }, false],
  ['it answers under another name of this machine', { ATRIUM_HOSTS: 'localhost:8080,[::1]:8080' }, true],
])('a portal is for this machine only where %s: %s, %s', (_what, environment, expected) => {
  expect(isForThisMachineOnly(loadConfig({}, environment))).toBe(expected);
});

it.each([
  [undefined, {}],
  ['ratio=500', { ratio: 500 }],
  ['gibibytes=2, ratio=10', { bytes: 2 * 1024 ** 3, ratio: 10 }],
])('packages may unpack to %s', (text, given) => {
  expect(parseUnpackLimits(text)).toEqual({ ...defaultUnpackLimits, ...given });
});

it.each(['off', 'ratio', 'ratio=0', 'bytes=5', 'gibibytes=1.5', 'ratio=5;gibibytes=1'])(
  'refuses the limits %s',
  (text) => {
    expect(() => parseUnpackLimits(text)).toThrow(
      'ATRIUM_UNPACK_LIMITS must be like gibibytes=200,ratio=500.',
    );
  },
);

it.each([
  [undefined, 'nobody', 0],
  ['nobody', 'nobody', 0],
  ['staff', 'staff', 0],
  ['staff-and-phi', 'staff-and-phi', 0],
  ['stuff', 'staff-and-phi', 1],
  ['Nobody', 'staff-and-phi', 1],
])(
  'a second factor is required as %s says; what cannot be read is the strictest, with a warning',
  (text, demand, warnings) => {
    const config = loadConfig({}, { ATRIUM_SECOND_FACTOR: text });
    expect(config.signIn.secondFactor).toBe(demand);
    expect(config.warnings).toHaveLength(warnings);
  },
);

it('back-ups are made as ATRIUM_BACKUPS says, once a day with seven of them if it says nothing else', () => {
  const of = (text: string) => loadConfig({}, { ATRIUM_BACKUPS: text }).backups;
  expect(of('folder=/var/backups/a=b')).toEqual({ folder: '/var/backups/a=b', hours: 24, keep: 7 });
  expect(of('keep=2, folder=/b ,hours=1')).toEqual({ folder: '/b', hours: 1, keep: 2 });
  for (const wrong of [
    '/b',
    'folder=b',
    'folder=/b,hours=0',
    'folder=/b,hours=597',
    'folder=/b,keep=x',
    'folder=/b,days=1',
  ])
    expect(() => of(wrong), wrong).toThrow('ATRIUM_BACKUPS must be like');
});

it('the embedded database is copied every hour, or as ATRIUM_STATE_COPY_MINUTES says', () => {
  const of = (text: string) => loadConfig({}, { ATRIUM_STATE_COPY_MINUTES: text }).stateCopyMinutes;
  expect([of(''), of('5'), of('off')]).toEqual([60, 5, null]);
  for (const wrong of ['0', '10081'])
    expect(() => of(wrong), wrong).toThrow('ATRIUM_STATE_COPY_MINUTES must be off, or a whole number');
});

it('traces are sent nowhere by default, and of all requests or a share', () => {
  const of = (url: string, share?: string, token?: string) =>
    loadConfig({}, { ATRIUM_TRACES: url, ATRIUM_TRACES_SHARE: share, ATRIUM_TRACES_TOKEN: token }).traces;
  const url = 'http://127.0.0.1:4318/v1/traces';
  expect(of(url)).toEqual({ url, token: null, share: 1 });
  expect(of(url, '0.05', 'secret')).toEqual({ url, token: 'secret', share: 0.05 });
  for (const wrong of ['127.0.0.1:4318', 'ftp://host/', 'traces'])
    expect(() => of(wrong), wrong).toThrow('ATRIUM_TRACES must be the http or https address');
  for (const wrong of ['-0.1', '1.1', 'all']) expect(() => of(url, wrong), wrong).toThrow('from 0 to 1');
});

it('metrics are given out nowhere by default, and beyond loopback to who has the token only', () => {
  const of = (address: string, token?: string) =>
    loadConfig({}, { ATRIUM_METRICS: address, ATRIUM_METRICS_TOKEN: token }).metrics;
  expect(of('127.0.0.1:9464')).toEqual({ host: '127.0.0.1', port: 9464, token: null });
  expect(of('[::1]:0')).toEqual({ host: '::1', port: 0, token: null });
  expect(() => of('0.0.0.0:9464')).toThrow('ATRIUM_METRICS_TOKEN must be set');
  expect(() => of('127.0.0.1:9464', 'short')).toThrow('at least 16');
  for (const wrong of ['9464', 'host', 'h:99999', ':1'])
    expect(() => of(wrong), wrong).toThrow('ATRIUM_METRICS must');
  expect(of('0.0.0.0:9464', 'a'.repeat(16))?.token).toHaveLength(16);
});
