import type pg from 'pg';
import { literal, quoted } from '../sql/quoted.ts';
import { withClient } from './withClient.ts';

const schema = 'atrium_owner';

/** The id of the installation that a PostgreSQL warehouse belongs to; null where none has claimed it. */
export const queryWarehouseOwner = (url: string): Promise<string | null> => withClient(url, queryOwner);

/** Claims a PostgreSQL warehouse for an installation unless it has an owner; returns the id of the owner. */
export const claimWarehouse = (url: string, installation: string): Promise<string | null> =>
  withClient(url, async (client) => {
    if ((await queryOwner(client)) === null) await writeOwner(client, installation);
    return queryOwner(client);
  });

async function queryOwner(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ owner: string | null }>(
    "SELECT obj_description(oid, 'pg_namespace') AS owner FROM pg_namespace WHERE nspname = $1",
    [schema],
  );
  return rows[0]?.owner ?? null;
}

/** One transaction creates and names the schema: of two claims at the same time one fails, and then finds the other. */
async function writeOwner(client: pg.ClientBase, installation: string): Promise<void> {
  const name = quoted(schema);
  try {
    await client.query(
      `BEGIN; CREATE SCHEMA ${name}; COMMENT ON SCHEMA ${name} IS ${literal(installation)}; COMMIT`,
    );
  } catch (error) {
    await client.query('ROLLBACK');
    if ((await queryOwner(client)) === null) throw error;
  }
}
