import { readFile } from 'node:fs/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Operation } from '../operations/index.ts';
import { type Command, parseArguments, UsageError } from './command.ts';

export const datasetAgreementCommand: Command = {
  name: 'dataset agreement',
  summary: 'Set the data-use agreement of a dataset',
  help: `Usage: atrium dataset agreement DATASET --version V --file PATH
       atrium dataset agreement DATASET --remove
       atrium dataset agreement DATASET --accepted

Puts a data-use agreement in force. Nobody sees data of DATASET, by the browser or by a
token, before they have accepted this version in the browser. Who accepted which version
and when is kept for ever, and so is every version.

  --version V   its version: letters, digits, . _ and -; another text needs another one
  --file PATH   its text: Markdown, of which headings, paragraphs, lists, bold, italics
                and links are shown, and no HTML
  --remove      the dataset has no agreement any more; what was accepted is kept
  --accepted    print who accepted which version: date, account, version, SHA-256
  --help        print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: {
        version: { type: 'string' },
        file: { type: 'string' },
        remove: { type: 'boolean', default: false },
        accepted: { type: 'boolean', default: false },
      },
      names: ['DATASET'],
    });
    const operation = await operationOf(positionals[0] ?? '', values);
    const { operate } = await import('./operate.ts');
    await operate(context, operation);
    return 0;
  },
};

interface Options {
  readonly version?: string | undefined;
  readonly file?: string | undefined;
  readonly remove: boolean;
  readonly accepted: boolean;
}

async function operationOf(
  dataset: string,
  { version, file, remove, accepted }: Options,
): Promise<Operation> {
  const sets = version !== undefined || file !== undefined;
  if ([sets, remove, accepted].filter(Boolean).length !== 1)
    throw new UsageError('Give --version and --file, or --remove, or --accepted.');
  if (remove) return { kind: 'removeAgreement', dataset };
  if (accepted) return { kind: 'listAcceptances', dataset };
  if (version === undefined || file === undefined) throw new UsageError('Give --version and --file, both.');
  return { kind: 'setAgreement', dataset, version, text: await readText(file) };
}

/** A text file in UTF-8; a file in another encoding is refused, since its letters would be lost for ever. */
async function readText(file: string): Promise<string> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new PortalError('bad_request', `${file} cannot be read.`, { cause });
  });
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new PortalError('bad_request', `${file} is not text in UTF-8.`, { cause });
  }
}
