import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

/**
 * Runs every check, each `check:…` of package.json, also after one that fails, and ends with the verdict. Words on the
 * line choose some of them: `npm run check -- types walls`.
 */
const root = path.resolve(import.meta.dirname, '..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')));

const chosen = process.argv.slice(2);
const checks = Object.keys(scripts)
  .flatMap((script) => /^check:(.+)$/.exec(script)?.[1] ?? [])
  .filter((check) => chosen.length === 0 || chosen.includes(check));
const unknown = chosen.filter((check) => !checks.includes(check));

const verdicts = checks.map((check) => {
  const begun = Date.now();
  process.stdout.write(`\n== ${check}\n`);
  const { status } = spawnSync('npm', ['run', '--silent', `check:${check}`], { cwd: root, stdio: 'inherit' });
  return { check, isGood: status === 0, seconds: Math.round((Date.now() - begun) / 1000) };
});

const failed = [
  ...verdicts.filter(({ isGood }) => !isGood).map(({ check }) => check),
  ...unknown.map((check) => `${check} (there is no such check)`),
];
process.stdout.write('\n');
for (const { check, isGood, seconds } of verdicts)
  process.stdout.write(`${isGood ? 'good  ' : 'FAILED'}  ${check}, ${seconds} s\n`);
process.stdout.write(
  failed.length === 0 ? `All ${checks.length} checks are good.\n` : `FAILED: ${failed.join(', ')}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
