import pg from 'pg';
import { type StatementWatch, watchStatement } from '../asking/sessions.ts';

/** Opens a connection that may write and has no time-out, and closes it after the work. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'atrium build',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The same, but the work ends with the reason of the signal where that is aborted. */
export const withStoppedClient = <Result>(
  { url, signal }: { readonly url: string; readonly signal: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> =>
  withClient(url, async (client) => {
    const watch = await watchClient(client, { url, signal });
    try {
      const result = await work(client);
      watch.throwIfStopped();
      return result;
    } catch (error) {
      watch.throwIfStopped();
      throw error;
    } finally {
      watch.end();
    }
  });

/** Ends the statement that runs on the client when the signal is aborted. */
async function watchClient(
  client: pg.Client,
  { url, signal }: { url: string; signal: AbortSignal | undefined },
): Promise<StatementWatch> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const stop = (other: pg.Client) => other.query('SELECT pg_cancel_backend($1::integer)', [rows[0]?.pid]);
  let isUnderWay = false;
  const interrupt = (): void => {
    if (isUnderWay) return;
    isUnderWay = true;
    withClient(url, stop)
      .catch(() => undefined)
      .finally(() => {
        isUnderWay = false;
      });
  };
  return watchStatement({ interrupt }, { signal, timeoutMs: null });
}
