import type pg from 'pg';

interface Server {
  readonly version: number;
  readonly encoding: string;
  readonly foldsLetters: boolean;
  readonly mayCreate: boolean;
}

const oldest = 15;

/** Throws, with the reason in words, where the server cannot be a warehouse. */
export async function checkServer(client: pg.ClientBase): Promise<void> {
  const { rows } =
    await client.query<Server>(`SELECT current_setting('server_version_num')::int / 10000 AS version,
    current_setting('server_encoding') AS encoding, lower('É') = 'é' AS "foldsLetters",
    has_database_privilege(current_database(), 'CREATE') AS "mayCreate"`);
  for (const { version, encoding, foldsLetters, mayCreate } of rows) {
    if (version < oldest)
      throw new Error(`The warehouse needs PostgreSQL ${oldest} or newer; this is ${version}.`);
    if (encoding !== 'UTF8') throw new Error(`The warehouse needs a database in UTF8; this is ${encoding}.`);
    if (!foldsLetters)
      throw new Error(
        'The warehouse needs a database with a Unicode locale such as C.UTF-8, to search in texts.',
      );
    if (!mayCreate) throw new Error('The warehouse needs the right to create schemas in its database.');
  }
}
