import type pg from 'pg';
import { literal, quoted } from '../duckdb/quoted.ts';
import { withClient } from './withClient.ts';

const schema = 'atrium_owner';

/** The id of the installation that a PostgreSQL warehouse belongs to; null where none has claimed it. */
export const readWarehouseOwner = (url: string): Promise<string | null> => withClient(url, readOwner);

/** Makes a PostgreSQL warehouse that belongs to nobody that of an installation; answers whose it is then. */
export const claimWarehouse = (url: string, installation: string): Promise<string | null> =>
  withClient(url, async (client) => {
    if ((await readOwner(client)) === null) await writeOwner(client, installation);
    return readOwner(client);
  });

async function readOwner(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ owner: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS owner FROM pg_namespace WHERE nspname = $1",
    [schema],
  );
  return rows[0]?.owner ?? null;
}

/** The schema is made and named in one transaction: of two claims at once, one fails and finds the other's. */
async function writeOwner(client: pg.ClientBase, installation: string): Promise<void> {
  const name = quoted(schema);
  try {
    await client.query(
      `BEGIN; CREATE SCHEMA ${name}; COMMENT ON SCHEMA ${name} IS ${literal(installation)}; COMMIT`,
    );
  } catch (error) {
    await client.query('ROLLBACK');
    if ((await readOwner(client)) === null) throw error;
  }
}
