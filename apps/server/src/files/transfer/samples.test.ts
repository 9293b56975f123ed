import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import type { TestDataset } from '../../testing/factories.ts';
import { type TestFile, type TransferPortal, transferPortal } from '../../testing/transferPortal.ts';

let portal: TransferPortal;
let dataset: TestDataset;

beforeAll(async () => {
  portal = await transferPortal();
  dataset = await portal.aFiledDataset(files);
});
afterAll(() => portal.close());

describe('a sample sheet', () => {
  it('has a line for each subject of each file of the transfer, and one for a file of no subject', async () => {
    const { caller, account } = await portal.aReader(dataset);
    const transfer = await begin(caller);
    const lines = await sheetOf(caller, transfer);
    const expected = files.flatMap((file) =>
      subjectsOf(file).map((participant) => ({
        participant,
        family: people[participant]?.[0] ?? '',
        relation: people[participant]?.[1] ?? '',
        file: file.path,
        type: 'Sequence',
        experiment_type: 'WGS',
        file_format: 'CRAM',
        size: String(file.content.length),
        md5: ['md5', 'both'].includes(file.checksum ?? '') ? md5Of(file.content) : '',
        file_id: file.id,
      })),
    );
    expect(lines).toEqual(expected.map((line) => expect.objectContaining(line)));
    const listed = (await caller.get(`${transfer}/files`)).json().results;
    const named = new Map(lines.map(({ file_id, checksum, file }) => [file_id, [file, checksum]]));
    expect([...named]).toEqual(
      listed.map(
        (one: { file_id: string; path: string; checksum: { kind: string; value: string } | null }) => [
          one.file_id,
          [one.path, one.checksum === null ? '' : `${one.checksum.kind}:${one.checksum.value}`],
        ],
      ),
    );
    expect((await portal.linesOf(account.id, 'transfer_list')).at(0)).toMatchObject({ form: 'sample sheet' });
  });

  it('counts its lines as rows, and is refused where there are more than are left of the day', async () => {
    const limited = await portal.aFiledDataset(files);
    await portal.db
      .updateTable('dataset')
      .set({ settings: JSON.stringify({ exportRowsPerDay: 7 }) })
      .where('id', '=', limited.id)
      .execute();
    const { caller, account } = await portal.aReader(limited);
    const transfer = await begin(caller, limited);
    expect(await sheetOf(caller, transfer)).toHaveLength(6);
    const { rows } = await portal.db
      .selectFrom('export_volume')
      .select('rows')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(Number(rows)).toBe(6);
    for (const list of ['samples', 'manifest?format=gdc', 'zip']) {
      const refused = await caller.send({ url: `/api/v2/${transfer}/${list}` });
      expect([list, refused.statusCode, refused.json().code]).toEqual([list, 429, 'volume_limit']);
    }
  });
});

it('manifests name participant, family and role behind the columns that their programs read', async () => {
  const { caller } = await portal.aReader(dataset);
  const transfer = await begin(caller);
  const names = files.map((file) => {
    const subjects = subjectsOf(file);
    const of = (index: 0 | 1) => subjects.map((id) => people[id]?.[index] ?? '').join('|');
    return { participant: subjects.join('|'), family: of(0), role: of(1) };
  });
  const named = names.map((one) => expect.objectContaining(one));
  expect(tableOf(await read(caller, `${transfer}/manifest?format=tsv`))).toEqual(named);
  const gdc = await read(caller, `${transfer}/manifest?format=gdc`);
  expect(gdc).toMatch(/^id\tfilename\tmd5\tsize\tstate\tsha256\turl\tparticipant\tfamily\trole\n/);
  expect(tableOf(gdc)).toEqual(named);
  expect(tableOf(gdc)[0]).toMatchObject({
    md5: md5Of('one'),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  for (const [format, before] of [
    ['aria2', 'http'],
    ['curl', 'url = "http'],
  ] as const) {
    const list = (await read(caller, `${transfer}/manifest?format=${format}`)).split('\n');
    const comments = list.flatMap((line, index) => (line.startsWith(before) ? [list[index - 1]] : []));
    expect([format, comments.map((line) => (line?.startsWith('# ') ? line : ''))]).toEqual([
      format,
      [
        '# participant P1, family 7, role Proband',
        '# participant P1|P2|P3, family 7|7|7, role Proband|Father|Mother',
        '',
        '# participant P4',
      ],
    ]);
  }
  const gen3 = JSON.parse(await read(caller, `${transfer}/manifest?format=gen3`));
  expect(gen3).toEqual(named);
  expect(gen3[0]).toMatchObject({ file_name: 'p1.cram', md5sum: md5Of('one') });
});

describe('names that a member may not see', () => {
  it('are empty in sheet and list, and find nothing; who may see them has them', async () => {
    const closed = await portal.aFiledDataset(files, { protects: ['participant_id', 'family'] });
    const seen = async (level: 'phi' | 'deid') => {
      const { account } = await portal.aMember({ dataset: closed, level });
      const caller = await portal.signedIn(account);
      const [line] = await sheetOf(caller, await begin(caller, closed));
      const found = await caller.get(`${closed.uniqueId}/files/list?search=p4`);
      const list = await caller.get(`${closed.uniqueId}/files/list`);
      return {
        line: [line?.['participant'], line?.['family'], line?.['relation']],
        found: found.json().results.map(({ file_id }: { file_id: string }) => file_id),
        subjects: list.json().results.find(({ file_id }: { file_id: string }) => file_id === 'A').subjects,
      };
    };
    expect(await seen('phi')).toEqual({
      line: ['P1', '7', 'Proband'],
      found: ['D'],
      subjects: [{ participant: 'P1', family: '7', role: 'Proband' }],
    });
    expect(await seen('deid')).toEqual({
      line: ['', '', 'Proband'],
      found: [],
      subjects: [{ participant: null, family: null, role: 'Proband' }],
    });
  });

  it('are those of today, also in a list of a transfer that began before', async () => {
    const moved = await portal.aFiledDataset(files);
    const { caller } = await portal.aReader(moved);
    const transfer = await begin(caller, moved);
    const whose = async () => (await sheetOf(caller, transfer)).map(({ participant }) => participant);
    expect(await whose()).toEqual(['P1', 'P1', 'P2', 'P3', '', 'P4']);
    const changed = files.map((file) =>
      file.id === 'A' ? { ...file, content: 'other', subject: 'P2' } : file,
    );
    await portal.aFiledRelease(
      moved,
      changed.filter(({ id }) => id !== 'D'),
    );
    expect(await whose()).toEqual(['', 'P1', 'P2', 'P3', '', '']);
    await portal.aFiledRelease(moved, files, ['participant_id']);
    expect(await whose()).toEqual(['', '', '', '', '', '']);
  });
});

it('the list of files is searched by participant and by family, and names the subjects of each', async () => {
  const { caller } = await portal.aReader(dataset);
  const found = async (search: string) =>
    (await caller.get(`${dataset.uniqueId}/files/list?search=${search}`)).json().results;
  const idsOf = (results: readonly { readonly file_id: string }[]) =>
    results.map(({ file_id }) => file_id).sort();
  expect(idsOf(await found('p2'))).toEqual(['B']);
  expect(idsOf(await found('7'))).toEqual(['A', 'B']);
  const [trio] = await found('P3');
  expect(trio).toMatchObject({
    subject_count: 3,
    subjects: ['P1', 'P2', 'P3'].map((participant) => ({
      participant,
      family: '7',
      role: people[participant]?.[1],
    })),
    md5: md5Of('three'),
  });
});

const files: readonly TestFile[] = [
  { id: 'A', path: 'p1.cram', content: 'one', checksum: 'both' },
  { id: 'B', path: 'trio.vcf', content: 'three', checksum: 'md5', subject: 'P3|P1|P2' },
  { id: 'C', path: 'all.tsv', content: 'of nobody', subject: '' },
  { id: 'D', path: 'last.cram', content: 'alone', subject: 'P4', checksum: 'none' },
];
const md5Of = (content: TestFile['content']): string => createHash('md5').update(content).digest('hex');
const people: Readonly<Record<string, readonly [family: string, role: string]>> = {
  P1: ['7', 'Proband'],
  P2: ['7', 'Father'],
  P3: ['7', 'Mother'],
  P4: ['', ''],
};

async function begin(caller: Caller, of = dataset, ids: readonly string[] = files.map(({ id }) => id)) {
  const started = await caller.post(`${of.uniqueId}/transfers/start`, { way: 'manifest', file_ids: ids });
  expect([started.statusCode, started.json().detail]).toEqual([200, undefined]);
  return `${of.uniqueId}/transfers/${started.json().transfer_id}`;
}

/** The lines of a table of tabs, by its header. */
function tableOf(text: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = text.replace(/\n$/, '').split('\n');
  const names = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    expect(cells).toHaveLength(names.length);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

const read = async (caller: Caller, below: string) => {
  const reply = await caller.send({ url: `/api/v2/${below}` });
  expect([below, reply.statusCode]).toEqual([below, 200]);
  return reply.body;
};
const sheetOf = async (caller: Caller, transfer: string) =>
  tableOf(await read(caller, `${transfer}/samples`));

const subjectsOf = ({ subject = 'P1' }: TestFile): readonly string[] => subject.split('|').sort();
