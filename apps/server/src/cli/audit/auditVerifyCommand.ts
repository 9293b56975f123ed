import { type Command, UsageError } from '../command.ts';
import { readArguments } from '../readArguments.ts';

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  summary: 'Find out whether the audit was tampered with',
  help: `Usage: atrium audit verify [--from ID] [--anchor ID:HASH]...

Recomputes the audit's chain and holds it against its stored end and the ends that the home
kept. Says the number of lines and the head; exit code 1 with the first line that was
changed, removed or inserted.

  --from ID          begin at this line
  --anchor ID:HASH   a head that was printed before and kept elsewhere; may be repeated
  --help             print this`,
  run: async (args, context) => {
    const { values } = readArguments(args, {
      options: {
        from: { type: 'string', default: '1' },
        anchor: { type: 'string', multiple: true, default: [] },
      },
      names: [],
    });
    const anchors = values.anchor.map(readAnchor);
    const from = readId(values.from);
    if (from === null) throw new UsageError('--from must be the number of a line.');
    const { operate } = await import('../operate.ts');
    await operate(context, { kind: 'verifyAudit', from, anchors });
    return 0;
  },
};

const readId = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

function readAnchor(text: string): { id: number; hash: string } {
  const [id = '', hash = ''] = text.split(':');
  const number = readId(id);
  if (number === null || !/^[0-9a-f]{64}$/.test(hash))
    throw new UsageError('--anchor must be a head as "audit verify" prints it, ID:HASH.');
  return { id: number, hash };
}
