import { hasPostgres, startCluster } from './privateCluster.ts';
import { createReadyOnServer, testServerUrl } from './testDatabase.ts';

/** Whether tests may have a state database on a server. */
export const hasServer = testServerUrl !== null || hasPostgres;

/** A state database with the newest schema on the server of the tests, or on one of its own. */
export async function openTestServer() {
  const cluster = testServerUrl === null ? await startCluster() : null;
  const { url, drop } = await createReadyOnServer(testServerUrl ?? cluster?.url ?? '');
  return { url, close: () => (cluster === null ? drop() : cluster.discard()) };
}
