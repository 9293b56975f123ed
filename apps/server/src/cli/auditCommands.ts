import { z } from 'zod';
import { type Command, parseArguments, UsageError } from './command.ts';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  summary: 'Check whether the audit was changed',
  help: `Usage: atrium audit verify [--from ID] [--anchor ID:HASH]... [--accept-anchor-file]

Computes the audit's chain again and compares it with its stored head and with the heads
that the data directory keeps. Prints the number of lines and the head; else exit code 1
and the first line that was changed, removed or inserted, or what is missing in the file
of these heads.

  --from ID          begin at this line
  --anchor ID:HASH   a head that was printed before and kept elsewhere; repeat for several
  --accept-anchor-file
                     accept the file as it is, after it was lost or moved aside for a known
                     reason; the audit records it
  --help             print this`,
  run: async (args, context) => {
    const { values } = parseArguments(args, {
      options: {
        'accept-anchor-file': { type: 'boolean', default: false },
        from: { type: 'string', default: '1' },
        anchor: { type: 'string', multiple: true, default: [] },
      },
      names: [],
    });
    const anchors = values.anchor.map(parseAnchor);
    const from = parseId(values.from);
    if (from === null) throw new UsageError('--from must be the number of a line.');
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'verifyAudit', from, anchors, acceptFile: values['accept-anchor-file'] });
    return 0;
  },
};

const parseId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

function parseAnchor(text: string): { id: number; hash: string } {
  const [id = '', hash = ''] = text.split(':');
  const number = parseId(id);
  if (number === null || !/^[0-9a-f]{64}$/.test(hash))
    throw new UsageError('--anchor must be a head as "audit verify" prints it, ID:HASH.');
  return { id: number, hash };
}

const formats = ['csv', 'ndjson'] as const;

export const auditExportCommand: Command = {
  name: 'audit export',
  summary: 'Print the audit as CSV or NDJSON',
  help: `Usage: atrium audit export --format csv|ndjson [--since WHEN] [--until WHEN]

Prints the lines of the audit in order. The export itself is recorded in the audit.

  --format csv|ndjson   NDJSON has one JSON object a line
  --since WHEN          from this day or instant: 2026-01-31 or 2026-01-31T09:30:00Z (UTC)
  --until WHEN          before this day or instant
  --help                print this`,
  run: async (args, context) => {
    const { values } = parseArguments(args, {
      options: { format: { type: 'string' }, since: { type: 'string' }, until: { type: 'string' } },
      names: [],
    });
    const format = formats.find((known) => known === values.format);
    if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}.`);
    const since = parseInstant('--since', values.since);
    const until = parseInstant('--until', values.until);
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'exportAudit', format, since, until });
    return 0;
  },
};

const when = z.union([z.iso.date(), z.iso.datetime()]);

function parseInstant(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const read = when.safeParse(text);
  if (!read.success) throw new UsageError(`${option} must be like 2026-01-31 or 2026-01-31T09:30:00Z.`);
  return new Date(read.data).toISOString();
}
