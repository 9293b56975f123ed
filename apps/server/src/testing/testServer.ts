import { openDatabase } from '../database/index.ts';
import { hasPostgres, startCluster } from './privateCluster.ts';
import { createOnServer, createReadyOnServer, testServerUrl } from './testDatabase.ts';

/** Whether tests may have a state database on a server. */
export const hasServer = testServerUrl !== null || hasPostgres;

/** A state database with the newest schema on the server of the tests, or on one of its own. */
export async function openTestServer() {
  if (testServerUrl !== null) {
    const { url, drop } = await createReadyOnServer(testServerUrl);
    return { url, close: drop };
  }
  const cluster = await startCluster();
  const { url } = await createOnServer(cluster.url);
  await (await openDatabase({ home: '', databaseUrl: url })).close();
  return { url, close: cluster.discard };
}
