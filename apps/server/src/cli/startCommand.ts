import { type Command, parseArguments } from './command.ts';

export const startCommand: Command = {
  name: 'start',
  summary: 'Serve the portal',
  help: `Usage: atrium start [--port N] [--host H] [--no-demo]

Serves the portal until it is stopped. The first start makes the data directory and the
state database. Where there is no dataset it also makes two demo datasets and, on
loopback without a public address and a trusted proxy, the demo accounts.

  --port N    default: PORT, else 3000; 0 for a free one
  --host H    default: HOST, else 127.0.0.1
  --no-demo   make no demo
  --help      print this

Environment: PORT, HOST, ATRIUM_HOME (default .atrium in the working directory),
DATABASE_URL (a PostgreSQL server instead of the embedded state database), ATRIUM_WAREHOUSE_URL (one for research data), ATRIUM_SHARED_FOLDER (several portals share it),
ATRIUM_ALLOWED_ORIGINS, ATRIUM_TRUST_PROXY, ATRIUM_HSTS_SUBDOMAINS, ATRIUM_HOSTS, ATRIUM_RATE_LIMITS,
ATRIUM_QUESTION_LIMITS, ATRIUM_INDEX_MEMORY, ATRIUM_IMPORT_MEMORY, ATRIUM_UNPACK_LIMITS, ATRIUM_CHECKSUM_GIGABYTES,
ATRIUM_UPLOAD_GIBIBYTES, ATRIUM_PACKAGE_FOLDERS, ATRIUM_LEAST_FREE_MEGABYTES, ATRIUM_AUDIT_DAYS, ATRIUM_QUESTION_DAYS; for signing in
ATRIUM_OIDC_CONFIG (providers; default oidc.json in the data directory), ATRIUM_PUBLIC_URL, ATRIUM_IDLE_SECONDS,
ATRIUM_SECOND_FACTOR (nobody, staff or staff-and-phi); for who keeps access, and how much leaves on a day,
ATRIUM_MEMBERSHIP_DAYS, ATRIUM_IDLE_DAYS, ATRIUM_EXPORT_LIMITS, ATRIUM_BULK_ALERT; for releases that reports were
saved on ATRIUM_REPORT_RELEASES (all, staying or days; default all); for alerts by mail
ATRIUM_MAIL_URL, ATRIUM_MAIL_FROM, ATRIUM_ALERT_TO; for back-ups ATRIUM_BACKUPS, ATRIUM_STATE_COPY_MINUTES; for metrics ATRIUM_METRICS, ATRIUM_METRICS_TOKEN; for traces ATRIUM_TRACES, ATRIUM_TRACES_TOKEN, ATRIUM_TRACES_SHARE; for DOIs ATRIUM_DOI_REGISTRAR, ATRIUM_DOI_PREFIX, ATRIUM_DOI_REPOSITORY, ATRIUM_DOI_PASSWORD_FILE; for its looks ATRIUM_SITE_CONFIG (default site.json in the data
directory); for its log ATRIUM_LOG_FORMAT (json or text; default text on a terminal, else json).`,
  run: async (args, { loadConfig, terminal, stop }) => {
    const { values } = parseArguments(args, {
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        'no-demo': { type: 'boolean', default: false },
      },
      names: [],
    });
    const config = loadConfig({ port: values.port, host: values.host });
    const [{ startPortal }, { loseLines }] = await Promise.all([
      import('./startPortal.ts'),
      import('./log.ts'),
    ]);
    for (const stream of [process.stdout, process.stderr]) stream.on('error', loseLines);
    return startPortal({ config, terminal, stop, isDemoWanted: !values['no-demo'] });
  },
};
