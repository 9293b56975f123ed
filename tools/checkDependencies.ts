import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { z } from 'zod';

/**
 * Asks the package registry whether a production dependency has a known weakness. One of severity high or critical
 * fails the check. A registry without an audit gives a clear message, and fails the check with `--required` only.
 */
const words = process.argv.slice(2);
const isRequired = words.includes('--required');
const folder = words.find((word) => !word.startsWith('--')) ?? path.resolve(import.meta.dirname, '..');

const counts = z.object({ high: z.int(), critical: z.int(), total: z.int() });
const advisory = z.object({ title: z.string(), url: z.string().optional() });
const finding = z.object({
  name: z.string(),
  severity: z.string(),
  range: z.string(),
  via: z.array(z.union([z.string(), advisory])),
});
const report = z.object({
  vulnerabilities: z.record(z.string(), finding),
  metadata: z.object({ vulnerabilities: counts }),
});

const run = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: folder, encoding: 'utf8' });
const read = report.safeParse(parseJson(run.stdout));
process.exit(read.success ? judge(read.data) : sayUnchecked(reasonOf(run.stdout)));

function judge({ vulnerabilities, metadata }: z.infer<typeof report>): number {
  const { high, critical, total } = metadata.vulnerabilities;
  const isBad = high + critical > 0;
  process.stdout.write(
    `dependencies: ${high + critical} weaknesses of severity high or critical, ${total} in all\n`,
  );
  for (const { name, severity, range, via } of Object.values(vulnerabilities))
    process.stdout.write(`  ${severity}  ${name} ${range}: ${via.map(describe).join('; ')}\n`);
  return isBad ? 1 : 0;
}

function describe(via: string | z.infer<typeof advisory>): string {
  return typeof via === 'string' ? `through ${via}` : `${via.title} ${via.url ?? ''}`.trim();
}

function sayUnchecked(reason: string): number {
  process.stdout.write(
    `\n!!! THE REGISTRY OFFERS NO AUDIT (${reason}): dependencies were NOT checked for known weaknesses.\n` +
      '!!! Run "npm run check:dependencies" where the public registry can be reached.\n\n',
  );
  return isRequired ? 1 : 0;
}

function reasonOf(text: string): string {
  const parsed = z.object({ message: z.string() }).safeParse(parseJson(text));
  // The sentence ends before the address, which may be that of a private registry.
  return parsed.success ? (parsed.data.message.split(/\s+-\s+|https?:/)[0] ?? '').trim() : 'no answer';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
