import { availableParallelism } from 'node:os';
import type { Query } from '@atrium/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresWarehouse } from '../openWarehouse.ts';
import { PackageRefused } from '../package/packageErrors.ts';
import { numbers } from '../testing/bigStatements.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { key, persons, toPerson, writeTinyPackage } from '../testing/tinyPackage.ts';
import { onServer, type TestWarehouse, testEngines } from '../testing/warehouses.ts';
import { openPostgresStore, questionsOfOne } from './postgresStore.ts';

const postgres = testEngines.find(({ engine }) => engine === 'PostgreSQL');
const query = (text: string, ...values: Query['values']): Query => ({ text, values });

it.each([
  { isOnThisMachine: true, processors: 1, questions: 1 },
  { isOnThisMachine: true, processors: 2, questions: 1 },
  { isOnThisMachine: true, processors: 3, questions: 2 },
  { isOnThisMachine: true, processors: 64, questions: 2 },
  { isOnThisMachine: false, processors: 2, questions: 2 },
])(
  'of the processors that the server shares with the portal, the questions of one account leave one free (rule 8.17): $processors, $isOnThisMachine',
  ({ isOnThisMachine, processors, questions }) => {
    expect(questionsOfOne({ isOnThisMachine }, processors)).toBe(questions);
  },
);

describe.skipIf(postgres === undefined)('schemas on a PostgreSQL server', () => {
  let test: TestWarehouse;
  let url: string;
  beforeEach(async () => {
    if (postgres === undefined) return;
    test = await postgres.open();
    url = test.url ?? '';
  });
  afterEach(() => test.discard());

  const build = async (release: string, tiny = { tables: [persons()] }) =>
    await test.warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release });
  const schemas = async (): Promise<readonly unknown[]> =>
    (
      await onServer(
        url,
        `SELECT nspname FROM pg_namespace WHERE nspname !~ '^(pg_|information|public)' ORDER BY 1`,
      )
    ).map(({ nspname }) => nspname);

  it('knows that the server shares the processors of the portal (rule 8.17)', async () => {
    const makeNothing = (): never => {
      throw new Error('No files are made.');
    };
    const makers = { makeFile: makeNothing, makeIndex: makeNothing };
    const store = await openPostgresStore({ url, scratchFolder: await temporaryFolder() }, makers);
    expect(store.questionsOfOne).toBe(questionsOfOne({ isOnThisMachine: true }, availableParallelism()));
    await store.close();
  });

  it('what one process holds, another that removes it leaves until nobody holds it (rule 16.15)', async () => {
    const other = await openPostgresWarehouse({ url, scratchFolder: await temporaryFolder() });
    const [here, there] = [test.warehouse.releases, other.releases];
    await build('release_1');
    const end = await here.hold();
    await there.remove('release_1');
    expect([await here.list(), await there.list()]).toEqual([[], []]);
    await here.save({ release: 'release_1', folder: await temporaryFolder() });
    await end();
    expect(await schemas()).toEqual([]);

    // The process that holds is killed: the next clean-up removes what waited for it.
    await build('release_2');
    await there.hold();
    await here.remove('release_2');
    expect(await schemas()).toEqual(['release_2']);
    await onServer(
      url,
      "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE query LIKE '%advisory_lock_shared%' AND pid <> pg_backend_pid()",
    );
    await here.cleanUp([]);
    expect(await schemas()).toEqual([]);
    await other.close();
  });

  it('never touches a schema that is not marked as a release', async () => {
    await onServer(url, 'CREATE SCHEMA release_9; CREATE SCHEMA building_release_8; CREATE SCHEMA lab');
    await build('release_1');
    expect(await test.warehouse.releases.cleanUp(['release_1', 'release_9', 'lab'])).toEqual(['release_1']);
    expect(await test.warehouse.releases.list()).toEqual([]);
    await test.warehouse.releases.remove('release_9');
    await test.warehouse.releases.remove('lab');
    await expect(build('release_9')).rejects.toThrow('release_9');
    await expect(build('release_8')).rejects.toThrow('building_release_8');
    await expect(build('lab')).rejects.toThrow('no name for a release');
    expect(await schemas()).toEqual([
      'building_release_8',
      'lab',
      'release_9',
      expect.stringMatching(/^removed_release_1_[0-9a-f]{8}$/),
    ]);
  });

  it('has a statement work on one processor where the server shares those of the portal (rule 8.17)', async () => {
    const [row] = await test.warehouse.questions.run(
      query(`SELECT inet_client_addr() IS NOT DISTINCT FROM inet_server_addr() AS shares,
        current_setting('max_parallel_workers_per_gather') AS workers,
        (SELECT reset_val FROM pg_settings WHERE name = 'max_parallel_workers_per_gather') AS others`),
    );
    expect(row?.['workers']).toBe(row?.['shares'] === true ? '0' : row?.['others']);
  });

  it('ends a stream with an error where the server closes its connection', { tags: 'long' }, async () => {
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const batch of test.warehouse.questions.stream(numbers(1_000_000))) {
        rows += batch.length;
        await onServer(
          url,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid() AND query LIKE '%generate_series%'`,
        );
      }
    };
    await expect(read()).rejects.toThrow();
    expect(rows).toBeLessThan(1_000_000);
    expect(await test.warehouse.questions.run(numbers(1))).toEqual([{ number: 1 }]);
  });

  it('refuses to build a release that exists', { tags: 'long' }, async () => {
    await build('release_1');
    await expect(build('release_1')).rejects.toThrow('exists already');
    expect(await schemas()).toEqual(['release_1']);
  });

  it('refuses a database that cannot tell capital letters beyond ASCII', { tags: 'long' }, async () => {
    const name = new URL(url).pathname.slice(1);
    await onServer(url, `CREATE DATABASE ${name}_c TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C'`);
    const other = new URL(url);
    other.pathname = `${name}_c`;
    await expect(
      openPostgresWarehouse({ url: other.href, scratchFolder: await temporaryFolder() }),
    ).rejects.toThrow('Unicode locale');
    await onServer(url, `DROP DATABASE ${name}_c`);
  });

  it('leaves nothing of an import that is aborted while tables are copied', async () => {
    const stop = new AbortController();
    let steps = 0;
    const aborted = test.warehouse.releases.build({
      packagePath: await writeTinyPackage({ tables: [persons()] }),
      release: 'release_1',
      signal: stop.signal,
      onProgress: ({ phase }) => {
        if (phase === 'finish' && ++steps === 3) stop.abort(new Error('enough'));
      },
    });
    await expect(aborted).rejects.toThrow('enough');
    expect(await schemas()).toEqual([]);
  });

  it('keeps a dead release aside for a week, and can be given it back', { tags: 'long' }, async () => {
    await build('release_1');
    await test.warehouse.releases.cleanUp(['release_1']);
    const [aside = ''] = (await schemas()).map(String);
    const setAgo = (days: number) =>
      onServer(
        url,
        `DO $$ BEGIN EXECUTE format('COMMENT ON SCHEMA "${aside}" IS %L', 'atrium warehouse, removed at '
          || to_char(now() AT TIME ZONE 'UTC' - interval '${days} days', 'YYYY-MM-DD HH24:MI:SS')); END $$`,
      );
    await setAgo(6.9);
    await test.warehouse.releases.cleanUp([]);
    expect(await onServer(url, `SELECT count(*)::int AS rows FROM "${aside}".person`)).toEqual([{ rows: 3 }]);
    await setAgo(7.1);
    await test.warehouse.releases.cleanUp([]);
    expect(await schemas()).toEqual([]);
  });

  it('removes what a killed import left', async () => {
    await onServer(
      url,
      `CREATE SCHEMA building_release_7; CREATE TABLE building_release_7.person (_row INTEGER);
        COMMENT ON SCHEMA building_release_7 IS 'atrium warehouse'`,
    );
    expect(await test.warehouse.releases.cleanUp([])).toEqual(['building_release_7']);
    expect(await schemas()).toEqual([]);
  });

  it('refuses a package whose text PostgreSQL cannot hold', { tags: 'long' }, async () => {
    const tables = [{ ...persons(), csv: 'person_id\np\u00001\n' }];
    await expect(build('release_1', { tables })).rejects.toThrow(PackageRefused);
    expect(await schemas()).toEqual([]);
  });

  it('publishes nothing when fewer rows have arrived than were sent', async () => {
    await onServer(
      url,
      `CREATE FUNCTION public.lose() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN RETURN CASE WHEN NEW._row = 2 THEN NULL ELSE NEW END; END';
        CREATE FUNCTION public.watch() RETURNS event_trigger LANGUAGE plpgsql AS $$
          DECLARE made record;
          BEGIN
            FOR made IN SELECT * FROM pg_event_trigger_ddl_commands() WHERE object_identity LIKE '%.person' LOOP
              EXECUTE 'CREATE TRIGGER lose BEFORE INSERT ON ' || made.object_identity ||
                ' FOR EACH ROW EXECUTE FUNCTION public.lose()';
            END LOOP;
          END $$;
        CREATE EVENT TRIGGER watch ON ddl_command_end WHEN TAG IN ('CREATE TABLE') EXECUTE FUNCTION public.watch()`,
    );
    await expect(build('release_1')).rejects.toThrow('person has 3 rows, but 2 arrived');
    expect(await schemas()).toEqual([]);
  });

  it('takes texts that are too long for an index', { tags: 'long' }, async () => {
    const long = Array.from({ length: 60 }, (_, index) => `${index}${'x'.repeat(index === 59 ? 9000 : 1)}`);
    const note = {
      name: 'note',
      fields: [key('person_id'), { name: 'text', type: 'string' }],
      schema: toPerson,
    };
    const csv = `person_id,text\n${long.map((text) => `p1,${text}`).join('\n')}\n`;
    await build('release_1', { tables: [persons(), { ...note, csv }] });
    const [row] = await test.warehouse.questions.run(
      query('SELECT max(length(note_text)) AS longest FROM "release_1"."note"'),
    );
    expect(row).toEqual({ longest: 9002 });
  });

  it('refuses a release that lacks one of its tables', { tags: 'long' }, async () => {
    await build('release_1');
    await onServer(url, 'DROP TABLE release_1.person');
    await expect(test.warehouse.questions.open('release_1')).rejects.toMatchObject({
      code: 'not_ready',
      cause: { message: expect.stringContaining('lacks person') },
    });
  });

  it('writes nothing on behalf of a question', async () => {
    await expect(test.warehouse.questions.run(query('CREATE TABLE public.t (x INTEGER)'))).rejects.toThrow(
      'read-only',
    );
  });

  it('survives lost connections', { tags: 'long' }, async () => {
    const read = async (): Promise<void> => {
      for await (const batch of test.warehouse.questions.stream(numbers(100_000))) {
        if (batch[0]?.['number'] !== 1) continue;
        await onServer(
          url,
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND application_name LIKE 'atrium%'`,
        );
      }
    };
    await expect(read()).rejects.toThrow();
    expect(await test.warehouse.questions.run(numbers(1))).toEqual([{ number: 1 }]);
  });

  it('leaves no statement running after its signal is aborted', async () => {
    const stop = new AbortController();
    const gone = test.warehouse.questions.run(query('SELECT pg_sleep(1000)'), { signal: stop.signal });
    const running = `SELECT count(*)::int AS running FROM pg_stat_activity
      WHERE datname = current_database() AND query LIKE '%pg_sleep(1000)%' AND state = 'active' AND pid <> pg_backend_pid()`;
    while ((await onServer(url, running))[0]?.['running'] !== 1);
    stop.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(await onServer(url, running)).toEqual([{ running: 0 }]);
  });
});
