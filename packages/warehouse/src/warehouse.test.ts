import type { Query } from '@atrium/engine';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerQuestion } from './asking/question.ts';
import { PackageRefused } from './package/packageErrors.ts';
import type { ImportProgress } from './releases/importReport.ts';
import { endless, numbers } from './testing/bigStatements.ts';
import { parquetOf } from './testing/parquetOf.ts';
import { key, persons, type TinyPackage, toPerson, writeTinyPackage } from './testing/tinyPackage.ts';
import { type TestWarehouse, testEngines } from './testing/warehouses.ts';

const query = (text: string, ...values: Query['values']): Query => ({ text, values });

const visits: TinyPackage = {
  tables: [
    persons(),
    {
      name: 'visit',
      fields: [
        key('person_id'),
        { name: 'seen', type: 'date' },
        { name: 'weight', type: 'number' },
        { name: 'paid', type: 'boolean' },
        { name: 'note', type: 'string' },
        { name: 'drug', type: 'list' },
      ],
      schema: toPerson,
      csv: `person_id,seen,weight,paid,note,drug
p1,2020-02-29,70.5,true,"a	tab, a \\ and
a line",x
p1,,,,"",
p3,1999-12-31,-0.1,false,"\\N ""quoted"" É 🫀","x,y"
`,
    },
  ],
};
const broken: TinyPackage = { tables: [{ ...persons(), csv: 'person_id\np1\np1\n' }] };

describe.each(testEngines)('a warehouse on $engine', ({ engine, open }) => {
  const longOnPostgres = { tags: engine === 'PostgreSQL' ? ['long'] : [] };
  let test: TestWarehouse;
  beforeEach(async () => {
    test = await open();
  });
  afterEach(() => test.discard());

  const build = async (release: string, tiny: TinyPackage = visits) =>
    await test.warehouse.releases.build({ packagePath: await writeTinyPackage(tiny), release });
  const cleanUpAfter = async (): Promise<readonly string[]> =>
    await (await test.reopen()).releases.cleanUp([]);

  it('stores values so that they come back as they were', async () => {
    const report = await build('release_1');
    expect(report).toMatchObject({ datasetId: 'tiny', subjects: 3, problems: [] });
    const { dictionary } = await test.warehouse.questions.open('release_1');
    const drug = dictionary.concepts.find(({ id }) => id === 'visit_drug')?.number;
    const drugs = query(`SELECT _row, value FROM "release_1"."_values_${drug}" ORDER BY _row, value`);
    expect(await test.warehouse.questions.run(drugs)).toEqual([
      { _row: 1, value: 'x' },
      { _row: 3, value: 'x' },
      { _row: 3, value: 'y' },
    ]);
    const rows = await test.warehouse.questions.run(query('SELECT * FROM "release_1"."visit" ORDER BY _row'));
    expect(rows).toEqual([
      {
        _row: 1,
        _subject: 1,
        visit_seen: '2020-02-29',
        visit_weight: 70.5,
        visit_paid: true,
        visit_note: 'a\ttab, a \\ and\na line',
      },
      {
        _row: 2,
        _subject: 1,
        visit_seen: null,
        visit_weight: null,
        visit_paid: null,
        visit_note: null,
      },
      {
        _row: 3,
        _subject: 3,
        visit_seen: '1999-12-31',
        visit_weight: -0.1,
        visit_paid: false,
        visit_note: '\\N "quoted" É 🫀',
      },
    ]);
  });

  it(
    'loads every row of a Parquet file with more rows than are written at once',
    longOnPostgres,
    async () => {
      const id = { name: 'id', type: 'integer' };
      const path = 'person.parquet';
      const report = await build('release_1', {
        tables: [{ name: 'person', fields: [id], schema: { primaryKey: 'id' }, path }],
        files: { [path]: await parquetOf('SELECT range::INTEGER AS id FROM range(204801)') },
      });
      expect(report.collections).toMatchObject([{ read: 204_801, loaded: 204_801 }]);
      await test.warehouse.questions.open('release_1');
      const stored = `SELECT count(*) AS rows, count(DISTINCT id) AS ids, min(id) AS first, max(id) AS last
      FROM "release_1"."person" WHERE _row = id + 1`;
      expect(await test.warehouse.questions.run(query(stored))).toEqual([
        { rows: 204_801, ids: 204_801, first: 0, last: 204_800 },
      ]);
    },
  );

  it(
    'has one term for a code that the ontology lacks, however many records hold it (rule 2.19)',
    longOnPostgres,
    async () => {
      const report = await build('release_1', {
        tables: [
          {
            name: 'person',
            fields: [{ name: 'id' }, { name: 'code', atrium: { ontology: 'heart' } }],
            schema: { primaryKey: 'id' },
            csv: 'id,code\np1,X:1\np2,X:1\np3,X:1\np4,H:1\n',
          },
        ],
        atrium: { ontologies: [{ id: 'heart', path: 'heart.obo', format: 'obo' }] },
        files: { 'heart.obo': '[Term]\nid: H:1\nname: heart\n' },
      });
      expect(report.problems).toMatchObject([{ kind: 'unknownTerm', count: 3 }]);
      await test.warehouse.questions.open('release_1');
      const counted = `SELECT t.code AS code, t.is_known AS known, t.ordinal AS ordinal, count(*) AS subjects
      FROM "release_1"."person" p JOIN "release_1"."_term_1" t ON t.code = p.code
      GROUP BY t.code, t.is_known, t.ordinal ORDER BY t.ordinal`;
      expect(await test.warehouse.questions.run(query(counted))).toEqual([
        { code: 'H:1', known: true, ordinal: 1, subjects: 1 },
        { code: 'X:1', known: false, ordinal: 2, subjects: 3 },
      ]);
    },
  );

  it('loads the dictionary as it was built, in a later process as well', longOnPostgres, async () => {
    await build('release_1');
    const { dictionary } = await test.warehouse.questions.open('release_1');
    expect(dictionary.concepts.map(({ id, type }) => [id, type])).toContainEqual(['visit_seen', 'date']);
    await test.warehouse.close();
    const later = await test.reopen();
    expect((await later.questions.open('release_1')).dictionary).toEqual(dictionary);
  });

  it('shares the opening of a release and forgets a failed one', { tags: 'long' }, async () => {
    await expect(test.warehouse.questions.open('release_1')).rejects.toThrow();
    await build('release_1');
    const [first, second] = await Promise.all([
      test.warehouse.questions.open('release_1'),
      test.warehouse.questions.open('release_1'),
    ]);
    expect(first).toBe(second);
  });

  it('tells how far the import is and ends with the last step', { tags: 'long' }, async () => {
    const told: ImportProgress[] = [];
    const packagePath = await writeTinyPackage(visits);
    await test.warehouse.releases.build({
      packagePath,
      release: 'release_1',
      onProgress: (step) => told.push(step),
    });
    expect(new Set(told.map(({ phase }) => phase))).toEqual(
      new Set(['check', 'ontologies', 'read', 'store', 'finish']),
    );
    expect(told.at(-1)).toMatchObject({ phase: 'finish', collection: null, rows: 6 });
  });

  it('leaves nothing of a refused package, a dry run or an aborted import', { tags: 'long' }, async () => {
    await expect(build('release_1', broken)).rejects.toThrow(PackageRefused);
    const packagePath = await writeTinyPackage(visits);
    await test.warehouse.releases.build({ packagePath, release: 'release_2', dryRun: true });
    const stop = new AbortController();
    const aborted = test.warehouse.releases.build({
      packagePath,
      release: 'release_3',
      signal: stop.signal,
      onProgress: ({ phase, collection }) => {
        if (phase === 'store' && collection === 'visit') stop.abort(new Error('enough'));
      },
    });
    await expect(aborted).rejects.toThrow('enough');
    await test.warehouse.close();
    expect(await cleanUpAfter()).toEqual([]);
  });

  it('refuses to build a release twice at once', longOnPostgres, async () => {
    const [one, other] = await Promise.allSettled([build('release_1'), build('release_1')]);
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('removes one release and leaves the other', { tags: 'long' }, async () => {
    await build('release_1');
    await build('release_2');
    await test.warehouse.questions.open('release_1');
    await test.warehouse.releases.remove('release_1');
    await test.warehouse.releases.remove('release_9');
    await expect(test.warehouse.questions.open('release_1')).rejects.toThrow();
    expect((await test.warehouse.questions.open('release_2')).root.id).toBe('person');
  });

  it('cleans up the releases that it is given and no other', { tags: 'long' }, async () => {
    await build('release_1');
    await build('release_2');
    await build('release_3');
    expect(await test.warehouse.releases.cleanUp([])).toEqual([]);
    expect(await test.warehouse.releases.list()).toEqual(['release_1', 'release_2', 'release_3']);
    expect(await test.warehouse.releases.cleanUp(['release_1', 'release_9'])).toEqual(['release_1']);
    await expect(test.warehouse.questions.open('release_1')).rejects.toThrow();
    expect((await test.warehouse.questions.open('release_2')).root.id).toBe('person');
    expect((await test.warehouse.questions.open('release_3')).root.id).toBe('person');
    expect(await test.warehouse.releases.list()).toEqual(['release_2', 'release_3']);
    expect(await test.warehouse.releases.cleanUp(['release_1'])).toEqual([]);
  });

  it('gives plain values: days as text, numbers of any width, lists as arrays', async () => {
    const rows = await test.warehouse.questions.run(
      query(`SELECT DATE '2020-02-29' AS day, 7::BIGINT AS big, 1.25::DECIMAL(9,2) AS money, sum(3::BIGINT) AS total,
        0.5::DOUBLE PRECISION AS half, true AS yes, NULL::VARCHAR AS nothing, array_agg('b'::VARCHAR) AS words,
        array_agg(DATE '2020-01-01') AS days, array_agg(2::BIGINT) AS counts, 'x'::VARCHAR AS word`),
    );
    expect(rows).toEqual([
      {
        day: '2020-02-29',
        big: 7,
        money: 1.25,
        total: 3,
        half: 0.5,
        yes: true,
        nothing: null,
        words: ['b'],
        days: ['2020-01-01'],
        counts: [2],
        word: 'x',
      },
    ]);
  });

  it('takes values of every kind as parameters', longOnPostgres, async () => {
    const text = `SELECT $1::VARCHAR AS word, $2::INTEGER AS whole, $3::DOUBLE PRECISION AS half, $4::BOOLEAN AS yes,
      $5::VARCHAR AS nothing, $6::DATE AS day, (SELECT count(*) FROM (SELECT unnest($7::VARCHAR[])) AS u) AS many,
      (SELECT count(*) FROM (SELECT unnest($8::VARCHAR[])) AS u) AS none`;
    const words = Array.from({ length: 25_000 }, (_, index) => `"w',{${index}}\\`);
    expect(
      await test.warehouse.questions.run(query(text, "it's", 1, 2.5, true, null, '2020-02-29', words, [])),
    ).toEqual([
      {
        word: "it's",
        whole: 1,
        half: 2.5,
        yes: true,
        nothing: null,
        day: '2020-02-29',
        many: 25_000,
        none: 0,
      },
    ]);
  });

  it('streams in portions until the last row, or until the reader leaves', longOnPostgres, async () => {
    const sizes: number[] = [];
    for await (const portion of test.warehouse.questions.stream(numbers(5000))) sizes.push(portion.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2048);
    for await (const portion of test.warehouse.questions.stream(numbers(100_000))) {
      expect(portion[0]).toEqual({ number: 1 });
      break;
    }
    expect(await test.warehouse.questions.run(numbers(1))).toEqual([{ number: 1 }]);
  });

  it('stops a statement when its signal is aborted, and runs the next', async () => {
    const stops = Array.from({ length: 12 }, () => new AbortController());
    const running = stops.map(({ signal }) => test.warehouse.questions.run(endless, { signal }));
    const outcomes = Promise.allSettled(running);
    expect(await Promise.race([outcomes, test.warehouse.releases.cleanUp([])])).toEqual([]);
    for (const stop of stops) stop.abort(new Error('gone'));
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
    expect(await test.warehouse.questions.run(numbers(1))).toEqual([{ number: 1 }]);
  });

  it('stops a stream when its signal is aborted', longOnPostgres, async () => {
    const stop = new AbortController();
    const read = async (): Promise<void> => {
      for await (const portion of test.warehouse.questions.stream(numbers(1_000_000), {
        signal: stop.signal,
      }))
        if (portion.length > 0) stop.abort(new Error('gone'));
    };
    await expect(read()).rejects.toThrow('gone');
    expect(() => stop.signal.throwIfAborted()).toThrow('gone');
    await expect(test.warehouse.questions.run(endless, { signal: stop.signal })).rejects.toThrow('gone');
  });

  it('ends a stream with an error when it is closed before the last row', longOnPostgres, async () => {
    const read = async (): Promise<void> => {
      const closing: Promise<void>[] = [];
      for await (const _ of test.warehouse.questions.stream(numbers(1_000_000)))
        if (closing.length === 0) closing.push(test.warehouse.close());
    };
    await expect(read()).rejects.toThrow();
  });

  it('ends a stream with an error where a later row has one', longOnPostgres, async () => {
    const late = query(`SELECT CAST(CASE WHEN x = 400000 THEN 'no number' ELSE '1' END AS INTEGER) AS number
      FROM generate_series(1, 500000) AS a(x)`);
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const portion of test.warehouse.questions.stream(late)) rows += portion.length;
    };
    await expect(read()).rejects.toThrow();
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(400_000);
  });

  it('rejects with timed_out after the statement time-out', async () => {
    const hasty = await test.reopen({ timeouts: { questionMs: 60, streamMs: 60 } });
    await expect(hasty.questions.run(endless)).rejects.toMatchObject({ code: 'timed_out' });
    const read = async (): Promise<void> => {
      for await (const _ of hasty.questions.stream(endless));
    };
    await expect(read()).rejects.toMatchObject({ code: 'timed_out' });
  });

  it('answers one asker while another asks as much as can be', longOnPostgres, async () => {
    const { warehouse } = test;
    const ended = new AbortController();
    const askAs = (account: string, query: Query, signal?: AbortSignal) =>
      answerQuestion(account, async (question) => {
        question.account = account;
        return warehouse.questions.run(query, { ...(signal && { signal }) });
      });
    const greedy = Array.from({ length: 20 }, () => askAs('greedy', endless, ended.signal));
    const outcomes = Promise.allSettled(greedy);
    const ask = (number: number) => askAs('modest', numbers(number));
    for (const number of [1, 2, 3]) expect(await ask(number)).toHaveLength(number);
    ended.abort(new Error('enough'));
    for (const { status } of await outcomes) expect(status).toBe('rejected');
  });

  it('ends running statements and rejects waiting ones when it is closed', longOnPostgres, async () => {
    const outcomes = Promise.allSettled(
      Array.from({ length: 12 }, () => test.warehouse.questions.run(endless)),
    );
    expect(await Promise.race([outcomes, test.warehouse.releases.cleanUp([])])).toEqual([]);
    await test.warehouse.close();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
    await expect(test.warehouse.questions.run(numbers(1))).rejects.toThrow();
  });

  it('rejects with the error of a statement and runs the next', async () => {
    await expect(test.warehouse.questions.run(query('SELECT nonsense'))).rejects.toThrow('nonsense');
    const read = async (): Promise<void> => {
      for await (const _ of test.warehouse.questions.stream(query('SELECT nonsense')));
    };
    await expect(read()).rejects.toThrow('nonsense');
    expect(await test.warehouse.questions.run(numbers(1))).toEqual([{ number: 1 }]);
  });

  it(`is known to the compiler as ${engine}`, () => {
    expect(test.warehouse.questions.dialect.name).toBe(engine === 'DuckDB' ? 'duckdb' : 'postgres');
  });
});
