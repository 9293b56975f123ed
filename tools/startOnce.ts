import { writeFileSync } from 'node:fs';
import { z } from 'zod';
import { makeDemoHome } from '../e2e/demoHome.ts';
import type { Portal } from '../e2e/portal.ts';

/**
 * Starts the built portal on the Node that runs this, asks for its page and for a count as a member does, and ends it.
 * Where a file is named, the data directory is kept for the browser tests, and the file holds its path.
 */
const [file] = process.argv.slice(2);
const made = await makeDemoHome(ask);
if (file === undefined) made.removeHome();
else writeFileSync(file, made.home);

async function ask(portal: Portal): Promise<void> {
  const page = await (await expectOk(await fetch(portal.url))).text();
  if (!page.includes('<div id="root">')) throw new Error('The page of the portal is not served.');
  const signedIn = await expectOk(
    await fetch(`${portal.url}/api/v2/auth/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: portal.url },
      body: JSON.stringify({ username: 'researcher', password: 'atrium-demo' }),
    }),
  );
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const counted = await expectOk(
    await fetch(`${portal.url}/api/v2/default/query_tools/count/`, { headers: { cookie } }),
  );
  const { count } = z.object({ count: z.int().positive() }).parse(await counted.json());
  process.stdout.write(`Node ${process.versions.node}: the portal counts ${count} subjects.\n`);
}

async function expectOk(reply: Response): Promise<Response> {
  if (!reply.ok) throw new Error(`${reply.url}: ${reply.status} ${await reply.text()}`);
  return reply;
}
