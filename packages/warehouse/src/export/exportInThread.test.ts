import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CellKind, FileColumn, LongQuery } from '@atrium/engine';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ExportRequest } from '../asking/questions.ts';
import { createStreamPool } from '../duckdb/streamPool.ts';
import type { FileFormat, FilePiece } from '../formats/filePiece.ts';
import type { Warehouse } from '../releases/warehouse.ts';
import { endless } from '../testing/bigStatements.ts';
import { temporaryFolder } from '../testing/temporaryFolder.ts';
import { type TestWarehouse, testEngines } from '../testing/warehouses.ts';
import { exportInThread } from './exportInThread.ts';

const exportThread = pathToFileURL(join(inject('programs'), 'exportThread.mjs'));

const column = (cell: string, kind: CellKind, more: Partial<FileColumn['type']> = {}): FileColumn => ({
  name: cell,
  type: { kind, isList: false, isOwn: true, unit: null, isRequired: false, holdsNulls: false, ...more },
  shape: {
    value: 'plain',
    words: null,
    topCodedYear: null,
    isCounted: false,
    time: kind === 'datetime' ? 'minute' : null,
    link: null,
  },
  cell,
  tally: `n_${cell}`,
});

/** Of so many rows: a formula, digits beyond 2^53, a list with its nulls, a time, a count beside a value. */
const everyKind = (rows: number, format: FileFormat): ExportRequest => ({
  format,
  columns: [
    column('formula', 'text'),
    column('large', 'integer'),
    column('list', 'text', { isList: true, holdsNulls: true }),
    column('moment', 'datetime'),
    column('day', 'date'),
    column('part', 'number'),
    column('yes', 'boolean'),
    { ...column('usual', 'text'), shape: { ...column('usual', 'text').shape, isCounted: true } },
  ],
  query: {
    text: `SELECT '=1+' || x AS formula, 9007199254740993 + x AS large,
        CASE WHEN x % 3 = 0 THEN NULL ELSE ARRAY['é; ' || x, NULL, '-x'] END AS list,
        '2020-01-10 09:30:00.000000+00' AS moment, CAST('2020-02-29' AS DATE) AS day,
        x / 8.0 AS part, x % 2 = 0 AS yes, 'mild' AS usual, x AS n_usual
      FROM generate_series(1, CAST($1 AS INTEGER)) AS a(x) ORDER BY 2`,
    values: [rows],
  },
});

const oneColumn = (query: LongQuery): ExportRequest => ({
  format: 'ndjson',
  columns: [column('number', 'integer')],
  query,
});
const numbers = (rows: number): ExportRequest =>
  oneColumn({ text: `SELECT x AS number FROM generate_series(1, ${rows}) AS a(x)`, values: [] });
/** Far more pieces than are made ahead of a reader. */
const many = numbers(200_000);

async function collect(pieces: AsyncIterable<FilePiece>): Promise<{ rows: number; text: string }> {
  const parts: Uint8Array[] = [];
  let rows = 0;
  for await (const piece of pieces) {
    parts.push(piece.bytes);
    rows += piece.rows;
  }
  return { rows, text: Buffer.concat(parts).toString('latin1') };
}

describe.each(testEngines)('an export in a thread, on $engine', ({ engine, open }) => {
  const longOnPostgres = { tags: engine === 'PostgreSQL' ? ['long'] : [] };
  let test: TestWarehouse;
  let threaded: Warehouse;
  beforeAll(async () => {
    test = await open();
    threaded = await test.reopen({ exportThread });
  });
  afterAll(() => test.discard());

  const expectSameBytes = async (format: FileFormat) => {
    const request = everyKind(5000, format);
    const made = await collect(threaded.questions.exportFile(request));
    expect(made).toEqual(await collect(test.warehouse.questions.exportFile(request)));
    expect(made.rows).toBe(5000);
  };
  it.each(['csv'] as const)('has the same bytes as one without: %s', longOnPostgres, expectSameBytes);
  it.each(['ndjson', 'parquet'] as const)(
    'has the same bytes as one without: %s',
    { tags: 'long' },
    expectSameBytes,
  );

  it.each([0, 1])(
    'has the same bytes as one without where there are %i rows',
    { tags: 'long' },
    async (rows) => {
      for (const format of ['csv', 'ndjson', 'parquet'] as const) {
        const request = everyKind(rows, format);
        expect(await collect(threaded.questions.exportFile(request))).toEqual(
          await collect(test.warehouse.questions.exportFile(request)),
        );
      }
    },
  );

  it('rejects with the error of its statement, also of a late row', { tags: 'long' }, async () => {
    const nonsense = oneColumn({ text: 'SELECT nonsense', values: [] });
    await expect(collect(threaded.questions.exportFile(nonsense))).rejects.toThrow('nonsense');
    const late = oneColumn({
      text: `SELECT CAST(CASE WHEN x = 400000 THEN 'no number' ELSE '1' END AS INTEGER) AS number
        FROM generate_series(1, 500000) AS a(x)`,
      values: [],
    });
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const piece of threaded.questions.exportFile(late)) rows += piece.rows;
    };
    await expect(read()).rejects.toThrow();
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(400_000);
  });

  it('is refused with the same code after the time-out of statements', longOnPostgres, async () => {
    const hasty = await test.reopen({ exportThread, timeouts: { streamMs: 60 } });
    await expect(collect(hasty.questions.exportFile(oneColumn(endless)))).rejects.toMatchObject({
      name: 'PortalError',
      code: 'timed_out',
    });
  });

  it('ends with the reason of its signal, before its first piece and after it', {
    tags: 'long',
  }, async () => {
    const stop = new AbortController();
    const waiting = collect(threaded.questions.exportFile(oneColumn(endless), { signal: stop.signal }));
    const reading = collectUntil(threaded.questions.exportFile(many, { signal: stop.signal }), () =>
      stop.abort(new Error('gone')),
    );
    for (const outcome of await Promise.allSettled([waiting, reading]))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: 'gone' } });
    expect((await collect(threaded.questions.exportFile(numbers(3)))).rows).toBe(3);
  });

  it('ends when its reader leaves, and lets the next one go on', { tags: 'long' }, async () => {
    for (let round = 0; round < 3; round += 1)
      for await (const _ of threaded.questions.exportFile(many)) break;
    expect((await collect(threaded.questions.exportFile(numbers(3)))).rows).toBe(3);
  });

  it(
    'ends when the warehouse is closed, also one that is not read, and is never taken for a whole file',
    longOnPostgres,
    async () => {
      const closing = await test.reopen({ exportThread });
      const unread = closing.questions.exportFile(many)[Symbol.asyncIterator]();
      await unread.next();
      const waiting = expect(collect(closing.questions.exportFile(oneColumn(endless)))).rejects.toThrow(
        'closed',
      );
      const third = expect(collect(closing.questions.exportFile(numbers(3)))).rejects.toThrow('closed');
      await closing.close();
      await waiting;
      await third;
      await expect(unread.next()).rejects.toThrow('closed');
    },
  );
});

async function collectUntil(pieces: AsyncIterable<FilePiece>, then: () => void): Promise<void> {
  for await (const _ of pieces) then();
}

it('an export in a thread that needs more than its part of the budget is refused as too large', {
  tags: 'long',
}, async () => {
  const small = createStreamPool({
    spillFolder: await temporaryFolder(),
    files: () => new Map(),
    budget: { megabytes: 256, spillMegabytes: 40 },
    makeFile: exportInThread(exportThread),
  });
  const sorted = {
    text: 'SELECT repeat(i::VARCHAR, 60) AS number FROM range(1000000) AS r(i) ORDER BY number DESC',
    values: [],
  };
  const { query, ...form } = oneColumn(sorted);
  await expect(collect(small.exportFile(query, form, { timeoutMs: null }))).rejects.toMatchObject({
    code: 'too_large',
    cause: { message: expect.stringContaining('Out of Memory') },
  });
  await small.close();
});

it('a thread of an export loads no schemas and no compiler', async () => {
  const loaded = new Set<string>();
  const load = async (file: URL): Promise<string> => {
    if (loaded.has(file.href)) return '';
    loaded.add(file.href);
    const text = await readFile(file, 'utf8');
    const parts = [...text.matchAll(/(?:from |import\()"(\.[^"]+)"/g)].map(([, name = '']) =>
      load(new URL(name, file)),
    );
    return [text, ...(await Promise.all(parts))].join('\n');
  };
  const text = await load(exportThread);
  expect(text).toContain('/duckdb/streamRows.ts');
  for (const name of ['node_modules/zod/', 'node_modules/kysely/']) expect(text).not.toContain(name);
});
