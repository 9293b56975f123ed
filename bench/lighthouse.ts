/**
 * Lighthouse on the home page of a stranger, with its profiles of a desktop and of a telephone, and as the demo researcher
 * on the choice of a dataset and the query screen, of a running portal with the demo datasets.
 *
 *   npm start                                               (in one shell)
 *   npx tsx bench/lighthouse.ts http://127.0.0.1:3000       (in another; CHROME_PATH where Chromium is not /usr/bin/chromium)
 *
 * Lighthouse itself is fetched by npx at the version below and is no dependency of the project. It ends with 1 when a
 * score is under 95.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const version = '12.8.2';
const bar = 95;
const portal = process.argv[2] ?? 'http://127.0.0.1:3000';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
/** Search engines are kept from everything but the public home page, so that only this one is judged for them. */
const pages = [
  { name: 'public home', address: '/', isPublic: true, isMobile: false },
  { name: 'public home, mobile', address: '/', isPublic: true, isMobile: true },
  { name: 'datasets', address: '/', isPublic: false, isMobile: false },
  { name: 'query', address: '/default/query', isPublic: false, isMobile: false },
];

const report = z.object({
  categories: z.record(z.enum(categories), z.object({ score: z.number() })),
  audits: z.record(
    z.string(),
    z.object({
      title: z.string(),
      score: z.number().nullable().optional(),
      displayValue: z.string().optional(),
    }),
  ),
});

async function signIn(): Promise<string> {
  const reply = await fetch(`${portal}/api/v2/auth/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'researcher', password: 'atrium-demo' }),
  });
  if (!reply.ok) throw new Error(`sign-in: ${reply.status} ${await reply.text()}`);
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

async function measure(folder: string, { address, isPublic, isMobile }: (typeof pages)[number]) {
  const [headers, out] = [path.join(folder, 'headers.json'), path.join(folder, 'report.json')];
  await writeFile(headers, JSON.stringify(isPublic ? {} : { Cookie: await signIn() }));
  const flags = [
    `--extra-headers=${headers}`,
    `--only-categories=${categories.join(',')}`,
    ...(isMobile ? [] : ['--preset=desktop']),
    '--output=json',
    `--output-path=${out}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-dev-shm-usage --disable-gpu',
    '--quiet',
  ];
  const env = { CHROME_PATH: '/usr/bin/chromium', ...process.env };
  await promisify(execFile)('npx', ['--yes', `lighthouse@${version}`, portal + address, ...flags], { env });
  return report.parse(JSON.parse(await readFile(out, 'utf8')));
}

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-lighthouse-'));
console.log(`| page | ${categories.join(' | ')} |\n|---|---|---|---|---|`);
for (const page of pages) {
  const { name, isPublic } = page;
  const { categories: found, audits } = await measure(folder, page);
  const scores = categories.map((category) => Math.round((found[category]?.score ?? 0) * 100));
  console.log(`| ${name} | ${scores.join(' | ')} |`);
  for (const { title, score, displayValue } of Object.values(audits)) {
    if (typeof score === 'number' && score < 0.9) console.error(`  ${name}: ${title} ${displayValue ?? ''}`);
  }
  const judged = scores.filter((_, index) => isPublic || categories[index] !== 'seo');
  if (judged.some((score) => score < bar)) process.exitCode = 1;
}
await rm(folder, { recursive: true });
