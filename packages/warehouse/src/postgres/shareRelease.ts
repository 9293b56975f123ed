import { storage } from '@atrium/engine';
import { storedTables } from '../releases/dictionaryDocument.ts';
import type { SharedRelease } from '../releases/releases.ts';
import { quoted } from '../sql/quoted.ts';
import { createBuilding, dropSchema, publishBuilding } from './releaseSchemas.ts';
import { withClient } from './withClient.ts';

/**
 * Makes a schema of views of the tables of another release, with a dictionary of its own, and gives it the name of the
 * release when it is whole. After an error nothing is left on the server.
 */
export const shareRelease = (
  { release, of, dictionary, source }: SharedRelease,
  url: string,
): Promise<void> =>
  withClient(url, async (client) => {
    const schema = await createBuilding(client, release);
    try {
      for (const table of storedTables(source).filter((name) => name !== storage.dictionary))
        await client.query(`CREATE VIEW ${quoted(schema, table)} AS SELECT * FROM ${quoted(of, table)}`);
      await client.query(`CREATE TABLE ${quoted(schema, storage.source)} (release text NOT NULL)`);
      await client.query(`INSERT INTO ${quoted(schema, storage.source)} VALUES ($1)`, [of]);
      await client.query(`CREATE TABLE ${quoted(schema, storage.dictionary)} (document text NOT NULL)`);
      await client.query(`INSERT INTO ${quoted(schema, storage.dictionary)} VALUES ($1)`, [
        JSON.stringify(dictionary),
      ]);
      await publishBuilding(client, release);
    } catch (error) {
      await dropSchema(client, schema);
      throw error;
    }
  });
