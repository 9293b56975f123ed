import { phenopacketsAreHere, phenopacketsFolder } from '../corpus/countPhenopackets.ts';
import { firstPassword, publicPassword } from './passwords.ts';
import { type Portal, startPortal } from './portal.ts';

/**
 * Makes the data directory that the portals of all workers copy. It holds the demo data and, for long journeys and
 * where they are available, the published cases; its accounts have a password that a portal with a public address takes. The portal has been stopped.
 * @param use further calls to the portal while it runs
 */
export async function makeDemoHome(use: (portal: Portal) => Promise<void> = async () => {}): Promise<Portal> {
  const portal = await startPortal();
  await use(portal).catch(async (error: unknown) => {
    await portal.stop();
    throw error;
  });
  // Only a long journey opens them.
  if (process.env['E2E_LONG'] !== undefined) importPublishedCases(portal);
  for (const username of ['researcher', 'analyst', 'curator']) await changePassword(portal, username);
  await portal.stop({ keepHome: true });
  return portal;
}

function importPublishedCases(portal: Portal): void {
  if (phenopacketsAreHere) {
    portal.command(['import', phenopacketsFolder]);
    portal.command(['grant', 'researcher', 'phenopackets', '--level', 'deid']);
  } else {
    console.log('\n!!! SKIPPED: ../shared/data/phenopackets is not here; its journeys do not run.\n');
  }
}

/** By the calls of the protocol: a command of the operator takes ten times as much processor time. */
async function changePassword({ url }: Portal, username: string): Promise<void> {
  const post = async (path: string, body: object, cookie: string) => {
    const headers = { 'content-type': 'application/json', origin: url, cookie };
    const reply = await fetch(`${url}/api/v2/auth/${path}/`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`${path} of ${username}: ${reply.status} ${await reply.text()}`);
    return reply.headers.getSetCookie().map((line) => line.split(';')[0]);
  };
  const cookies = await post('login', { username, password: firstPassword }, '');
  const change = { current_password: firstPassword, new_password: publicPassword };
  await post('password', change, cookies.join('; '));
}
