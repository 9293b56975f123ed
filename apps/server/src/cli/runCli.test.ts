import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createFakeTerminal, type FakeTerminal } from '../testing/fakeTerminal.ts';
import { runCli } from './runCli.ts';

const home = path.join(tmpdir(), 'atrium-must-not-be-made');

it.each([
  ['', 'Usage: atrium COMMAND'],
  ['frobnicate', 'There is no command "frobnicate".'],
  ['user', 'There is no command "user".'],
  ['user remove ada', 'There is no command'],
  ['describe', 'PATH is missing.'],
  ['describe a b', '"b" is one argument too many.'],
  ['describe a --dry-run', "Unknown option '--dry-run'"],
  ['import', 'PATH is missing.'],
  ['import a b', '"b" is one argument too many.'],
  ['import a --force', "Unknown option '--force'"],
  ['import a --dataset', "'--dataset <value>' argument missing"],
  ['user add --password-stdin', 'NAME is missing.'],
  ['user add ada', 'Give --password-stdin or --no-password, and not both.'],
  ['user add ada --password-stdin --no-password', 'Give --password-stdin or --no-password, and not both.'],
  ['user password ada', '--password-stdin is missing'],
  ['user disable', 'NAME is missing.'],
  ['user reset-factor', 'NAME is missing.'],
  ['user enable a b', '"b" is one argument too many.'],
  ['user link ada --subject 7', 'Give --issuer with an address, and --subject.'],
  ['user add ada --password-stdin --staff=yes', "'--staff' does not take an argument"],
  ['grant ada --level phi', 'DATASET is missing.'],
  ['grant --level phi', 'USER and DATASET is missing.'],
  ['grant ada default', '--level must be one of phi, deid, agg.'],
  ['grant ada default --level root', '--level must be one of phi, deid, agg.'],
  ['grant ada default --level deid --until May', '--until must be a day like 2027-03-31.'],
  ['grant ada default --level deid --until 2027-03-31 --no-end', 'Give --until or --no-end, and not both.'],
  ['member renew ada default', 'Give --until or --no-end.'],
  ['member end ada', 'DATASET is missing.'],
  ['dataset agreement default', 'Give --version and --file, or --remove, or --accepted.'],
  ['dataset agreement default --version 1', 'Give --version and --file, both.'],
  ['dataset agreement default --remove --accepted', 'Give --version and --file, or --remove, or --accepted.'],
  ['group set default north', 'Give --all-subjects or --subjects'],
  ['group set default north --all-subjects --subjects sex', 'Give --all-subjects or --subjects'],
  ['group set default --all-subjects', 'NAME is missing.'],
  ['group remove default', 'NAME is missing.'],
  ['dataset set default', 'DATASET and KEY=VALUE are missing.'],
  ['audit verify --from 0', '--from must be the number of a line.'],
  ['audit verify --anchor 7', '--anchor must be a head'],
  ['audit export', '--format must be one of csv, ndjson.'],
  ['audit export --format csv --since yesterday', '--since must be like'],
  ['start here', '"here" is one argument too many.'],
  ['start --port x', '--port must be a number from 0 to 65535.'],
])('"atrium %s" is bad usage', async (words, reason) => {
  const { code, warned } = await run(words);
  expect(code).toBe(2);
  expect(warned).toContain(reason);
  expect(existsSync(home)).toBe(false);
});

it('a wrong setting is bad usage, for every command', async () => {
  const { code, warned } = await run('import a', { DATABASE_URL: 'sqlite.db' });
  expect(code).toBe(2);
  expect(warned).toContain('DATABASE_URL must be');
});

it.each([
  ['--help', ['start', 'import', 'user add', 'grant']],
  ['help', ['start', 'import', 'user add', 'grant']],
  ['start --help', ['--port N', '--host H', '--no-demo']],
  ['start --port x --help', ['--port N']],
  ['describe --help', ['PATH', '--out FILE', '--force']],
  ['import --help', ['PATH', '--dataset ID', '--dry-run']],
  ['user add --help', ['NAME', '--full-name S', '--email S', '--staff', '--password-stdin']],
  ['user password --help', ['NAME', '--password-stdin']],
  ['user disable --help', ['NAME', 'sessions and tokens']],
  ['user reset-factor --help', ['NAME', 'recovery codes']],
  ['user enable --help', ['NAME']],
  ['user link --help', ['NAME', '--issuer URL', '--subject ID']],
  ['audit verify --help', ['--from ID', '--anchor ID:HASH']],
  ['audit export --help', ['--format csv|ndjson', '--since WHEN', '--until WHEN']],
  ['grant --help', ['USER DATASET', '--level phi|deid|agg', '--no-workspace', '--until DATE', '--no-end']],
  ['member renew --help', ['USER DATASET', '--until DATE', '--no-end']],
  ['member end --help', ['USER DATASET']],
  ['dataset agreement --help', ['DATASET', '--version V', '--file PATH', '--remove', '--accepted']],
])('"atrium %s" explains and does nothing else', async (words, text) => {
  const { code, printed } = await run(words);
  expect(code).toBe(0);
  for (const word of text) expect(printed).toContain(word);
  expect(existsSync(home)).toBe(false);
});

it('a fault is shown with what caused it', async () => {
  const cause = new Error('plpgsql is missing');
  const print = () => {
    throw new Error('The state database could not be migrated.', { cause });
  };
  const { code, warned } = await run('start --help', {}, { print });
  expect(code).toBe(1);
  expect(warned).toMatch(/could not be migrated[\s\S]*plpgsql is missing/);
});

async function run(
  words: string,
  environment: Record<string, string> = {},
  given: Partial<FakeTerminal> = {},
) {
  const terminal = { ...createFakeTerminal(), ...given };
  const code = await runCli(words === '' ? [] : words.split(' '), {
    terminal,
    stop: { signal: new AbortController().signal, requested: new Promise(() => {}), exitCode: () => null },
    loadConfig: (flags) => loadConfig(flags, { ATRIUM_HOME: home, ...environment }),
    readInput: async () => '',
  });
  return { code, printed: terminal.printed.join('\n'), warned: terminal.warned.join('\n') };
}
