import { z } from 'zod';
import { type Command, UsageError } from '../command.ts';
import { readArguments } from '../readArguments.ts';

const formats = ['csv', 'ndjson'] as const;

export const auditExportCommand: Command = {
  name: 'audit export',
  summary: 'Print the audit as CSV or NDJSON',
  help: `Usage: atrium audit export --format csv|ndjson [--since WHEN] [--until WHEN]

Prints the lines of the audit in their order. The export is put on record itself.

  --format csv|ndjson   NDJSON has one JSON object a line
  --since WHEN          from this day or instant on: 2026-01-31 or 2026-01-31T09:30:00Z (UTC)
  --until WHEN          before this day or instant
  --help                print this`,
  run: async (args, context) => {
    const { values } = readArguments(args, {
      options: { format: { type: 'string' }, since: { type: 'string' }, until: { type: 'string' } },
      names: [],
    });
    const format = formats.find((known) => known === values.format);
    if (format === undefined) throw new UsageError(`--format must be one of ${formats.join(', ')}.`);
    const since = readInstant('--since', values.since);
    const until = readInstant('--until', values.until);
    const { operate } = await import('../operate.ts');
    await operate(context, { kind: 'exportAudit', format, since, until });
    return 0;
  },
};

const when = z.union([z.iso.date(), z.iso.datetime()]);

function readInstant(option: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  const read = when.safeParse(text);
  if (!read.success) throw new UsageError(`${option} must be like 2026-01-31 or 2026-01-31T09:30:00Z.`);
  return new Date(read.data).toISOString();
}
