import path from 'node:path';
import { type Command, parseArguments, UsageError } from './command.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Write a back-up of everything, also while the portal runs',
  help: `Usage: atrium backup FOLDER [--with-files] [--keep N]

Writes a back-up into a new folder in FOLDER: the state database as it is at one moment, the
releases, the heads of the audit, keys and settings of the data directory. Every table and
file is counted and has a check sum. The new folder gets its name when it is whole. A running
portal does the work, and people go on meanwhile. A back-up is not encrypted: whoever has it
has everything.

  --with-files  also files that imports copied into the storage
  --keep N      delete the oldest whole back-ups of this installation in FOLDER, so that N stay
  --help        print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { 'with-files': { type: 'boolean', default: false }, keep: { type: 'string' } },
      names: ['FOLDER'],
    });
    const keep = values.keep === undefined ? null : Number(values.keep);
    if (keep !== null && !/^[1-9]\d{0,3}$/.test(values.keep ?? ''))
      throw new UsageError('--keep must be a whole number from 1.');
    const into = path.resolve(positionals[0] ?? '');
    const { operate } = await import('./operate.ts');
    await operate(context, { kind: 'backup', into, withFiles: values['with-files'], keep });
    return 0;
  },
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty data directory with a back-up',
  help: `Usage: atrium restore BACKUP [--check]

Reads a back-up whole and compares every file with its manifest. Then fills the data directory
ATRIUM_HOME, which must be empty or not exist, and the state database, which must have no table
in it: the embedded one, or that of DATABASE_URL, whichever the back-up was made of. Releases
go onto the server of ATRIUM_WAREHOUSE_URL, or into files where it is not set, whichever they
were in. Everything is read again and compared; where anything differs, nothing stays. Start the portal afterwards with the same version that made the
back-up, or a newer one.

  --check  only read the back-up and compare it with its manifest
  --help   print this`,
  run: async (args, context) => {
    const { values, positionals } = parseArguments(args, {
      options: { check: { type: 'boolean', default: false } },
      names: ['BACKUP'],
    });
    const { restore } = await import('./restore.ts');
    await restore(context, { folder: path.resolve(positionals[0] ?? ''), isCheckOnly: values.check });
    return 0;
  },
};
