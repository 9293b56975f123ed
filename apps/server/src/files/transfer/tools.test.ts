import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../testing/caller.ts';
import { untilEnd } from '../../testing/childProcess.ts';
import { ofFile } from '../../testing/ofFile.ts';
import { type TestFile, transferPortal } from '../../testing/transferPortal.ts';

let caller: Caller;
let oddCaller: Caller;

const large = Buffer.alloc(3_000_000, 'genome ');
const files: readonly TestFile[] = [
  { id: 'A', path: 'wgs/p1.cram', content: large },
  { id: 'B', path: `wgs/it's "odd" & 50% $HOME;.cram`, content: 'odd', checksum: 'md5', subject: 'P2' },
  { id: 'C', path: 'WGS/P1.cram', content: 'the same name in another case' },
  { id: 'D', path: 'empty.bed', content: '' },
  { id: 'E', path: 'notes/plain.txt', content: 'no checksum', checksum: 'none' },
];
/** What names of the storage may look like; each is also the content of its file. */
const oddNames = [
  "it's a name",
  ' spaces  around ',
  '"quoted"',
  '$HOME and $(id)',
  '$(touch opened)',
  '`touch opened`',
  'a;touch opened',
  '&& touch opened',
  '50% %s \\n',
  '#1 {a,b} [0-9] *?',
  '-rf',
  '~root',
  '!history',
  'END_OF_LIST',
  "'@",
  'Übergröße 漢字 ☃ 🫀',
  'e\u0301 decomposed',
  'left|right',
];
const oddFiles: readonly TestFile[] = oddNames.map((name, index) => ({
  id: `O${index}`,
  path: `odd/${name.replace(/\\/g, '')}/${name.replace(/\\/g, '')}.cram`,
  content: name,
}));
const checked = files.filter(({ checksum }) => checksum !== 'none');

const exists = (program: string, args = ['--version']): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });

const portal = ofFile(await transferPortal());
const dataset = await portal.aFiledDataset(files);
({ caller } = await portal.aReader(dataset));
const odd = await portal.aFiledDataset(oddFiles);
({ caller: oddCaller } = await portal.aReader(odd));
await portal.listen();
const programs = ['curl', 'aria2c'];
const found = await Promise.all(programs.map((program) => exists(program)));
const present: ReadonlySet<string> = new Set(programs.filter((_, index) => found[index]));
for (const program of programs)
  if (!present.has(program))
    process.stderr.write(`!!! ${program} is not here: what it reads is not tested.\n`);

const idsOf = (some: readonly TestFile[]): readonly string[] => some.map(({ id }) => id);
const newFolder = (): Promise<string> => mkdtemp(path.join(portal.folder, 'got-'));

describe('the script for shells', () => {
  it('stores every file under its path, resumes what was begun, and verifies', { tags: 'long' }, async () => {
    if (!present.has('curl')) return;
    const transfer = await start(idsOf(files));
    const folder = await newFolder();
    const script = path.join(portal.folder, 'download.sh');
    await writeFile(script, await textOf(`${transfer}/script`));
    await mkdir(path.join(folder, 'wgs'));
    await writeFile(path.join(folder, 'wgs/p1.cram.part'), large.subarray(0, 1_000_000));
    const sent = async () =>
      (
        await portal.db.selectFrom('audit_event').select('detail').where('action', '=', 'file_sent').execute()
      ).map(({ detail }) => detail);
    const first = await run({ program: 'sh', args: [script, folder], folder });
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toContain(
      'All 5 files are there. Files without a checksum, of which only the size was compared: 1.',
    );
    await expectStored(transfer, folder);
    expect(await sent()).toContainEqual(expect.objectContaining({ file: 'A', from: 1_000_000 }));
    const before = (await sent()).length;
    const again = await run({ program: 'sh', args: [script, folder], folder });
    expect([again.code, (await sent()).length]).toEqual([0, before]);
  });

  it('does not keep a file whose bytes are wrong, and begins it anew', async () => {
    if (!present.has('curl')) return;
    const transfer = await start(['A']);
    const folder = await newFolder();
    const script = path.join(folder, 'download.sh');
    await writeFile(script, await textOf(`${transfer}/script`));
    await mkdir(path.join(folder, 'wgs'));
    await writeFile(path.join(folder, 'wgs/p1.cram.part'), Buffer.alloc(2_000_000, 'wrong'));
    const ended = await run({ program: 'sh', args: [script], folder });
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    await expectStored(transfer, folder);
  });

  it('compares the bytes of what lies there already, and takes no folder for a file (rule 13.86)', async () => {
    if (!present.has('curl')) return;
    const transfer = await start(['A', 'D']);
    const folder = await newFolder();
    const script = path.join(folder, 'download.sh');
    await writeFile(script, await textOf(`${transfer}/script`));
    await mkdir(path.join(folder, 'wgs'));
    await writeFile(path.join(folder, 'wgs/p1.cram'), Buffer.alloc(large.length, 'other'));
    const mended = await run({ program: 'sh', args: [script], folder });
    expect([mended.code, mended.stderr]).toEqual([0, expect.stringContaining('with another content')]);
    await expectStored(transfer, folder);
    await rm(path.join(folder, 'wgs/p1.cram'));
    await mkdir(path.join(folder, 'wgs/p1.cram'));
    const ended = await run({ program: 'sh', args: [script], folder });
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('a folder is in its place')]);
    expect(ended.stdout).not.toContain('All ');
  });

  it('fetches a file without a checksum anew for each release, and never calls it right (rule 13.86)', {
    tags: 'long',
  }, async () => {
    if (!present.has('curl')) return;
    const text = await textOf(`${await start(['E'])}/script`);
    const folder = await newFolder();
    const stored = path.join(folder, 'notes/plain.txt');
    const runOf = async (release: string) => {
      const script = path.join(folder, 'download.sh');
      await writeFile(script, text.replace(/\|release\|[^|]+\|/, `|release|${release}|`));
      const { code, stdout } = await run({ program: 'sh', args: [script, folder], folder });
      const content = await readFile(stored, 'utf8');
      await writeFile(stored, 'other bytes');
      expect([code, stdout]).toEqual([0, expect.stringContaining('only the size was compared: 1.')]);
      expect(stdout).not.toContain('right');
      return content;
    };
    expect(await runOf('release_1')).toBe('no checksum');
    expect(await runOf('release_1')).toBe('other bytes');
    expect(await runOf('release_2')).toBe('no checksum');
    expect(await runOf('release_1')).toBe('no checksum');
  });

  it('ends with an error that names a file which is no longer there', async () => {
    if (!present.has('curl')) return;
    const transfer = await start(['A', 'D']);
    const folder = await newFolder();
    const script = path.join(folder, 'download.sh');
    const text = await textOf(`${transfer}/script`);
    await writeFile(script, text.replace(/\|http[^|]*\|wgs/, '||wgs'));
    const ended = await run({ program: 'sh', args: [script], folder });
    expect([ended.code, ended.stderr]).toEqual([1, expect.stringContaining('wgs/p1.cram: it is no longer')]);
    expect(ended.stderr).toContain('1 of 2 files are there');
  });
});

describe('whatever a file is called', () => {
  const startOdd = async (way: string) => {
    const reply = await oddCaller.post(`${odd.uniqueId}/transfers/start`, {
      way,
      file_ids: idsOf(oddFiles),
    });
    const transfer = `/api/v2/${odd.uniqueId}/transfers/${reply.json().transfer_id}`;
    const { results } = (await oddCaller.get(`${transfer}/files`)).json();
    const paths = new Map<string, string>(
      results.map((file: { file_id: string; path: string }) => [file.file_id, file.path]),
    );
    expect(paths.size).toBe(oddFiles.length);
    const bytesOfOdd = async (below: string): Promise<Buffer> => {
      const headers = { cookie: oddCaller.cookie };
      const answer = await fetch((await portal.listen()) + transfer + below, { headers });
      return Buffer.from(await answer.arrayBuffer());
    };
    return { paths, bytesOfOdd };
  };
  const expectAll = async (folder: string, paths: ReadonlyMap<string, string>) => {
    for (const { id, content } of oddFiles) {
      const stored = paths.get(id) ?? '';
      expect([stored, await readFile(path.join(folder, stored), 'utf8')]).toEqual([stored, content]);
    }
    const left = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) =>
      one.isFile(),
    );
    expect(left.length).toBe(oddFiles.length);
  };

  const expectScriptToStore = async (shell: string): Promise<void> => {
    if (!present.has('curl') || !(await exists(shell, ['-c', 'exit 0']))) return;
    const { paths, bytesOfOdd } = await startOdd('script');
    const folder = await newFolder();
    const script = path.join(portal.folder, 'odd.sh');
    await writeFile(script, await bytesOfOdd('/script'));
    const ended = await run({ program: shell, args: [script, folder], folder });
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    await expectAll(folder, paths);
  };

  const named = 'the script stores it under its path, and runs nothing of it: %s';
  it.each(['dash'])(named, expectScriptToStore);
  it.each(['bash'])(named, { tags: 'long' }, expectScriptToStore);

  it('aria2c and curl store it under its path', { tags: 'long' }, async () => {
    const { paths, bytesOfOdd } = await startOdd('manifest');
    for (const [program, format, args] of [
      ['aria2c', 'aria2', ['--no-conf', '--quiet', '--allow-overwrite=true', '-i']],
      ['curl', 'curl', ['--silent', '--show-error', '--config']],
    ] as const) {
      if (!present.has(program)) continue;
      const folder = await newFolder();
      const list = path.join(portal.folder, `odd.${format}`);
      await writeFile(list, await bytesOfOdd(`/manifest?format=${format}`));
      const ended = await run({ program, args: [...args, list], folder });
      expect([program, ended.code]).toEqual([program, 0]);
      await expectAll(folder, paths);
    }
  });

  it('the script for PowerShell has it in a verbatim text alone, and says that it is UTF-8', async () => {
    const { paths, bytesOfOdd } = await startOdd('script');
    const bytes = await bytesOfOdd('/script?kind=ps1');
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const text = bytes.toString('utf8');
    const [, before = '', list = '', after = ''] =
      /^([\s\S]*?\n\$list = @'\n)([\s\S]*?\n)'@\n([\s\S]*)$/.exec(text) ?? [];
    const rows = list
      .trimEnd()
      .split('\n')
      .map((line) => line.split('|'));
    expect(rows.map((cells) => [cells.length, cells[4]])).toEqual([...paths.values()].map((one) => [5, one]));
    for (const stored of paths.values()) expect((before + after).includes(stored)).toBe(false);
    // A typographic quote would end a text in single quotes, and is none in a verbatim text of lines.
    expect(list.split('\n').some((line) => /^['\u2018\u2019\u201a\u201b]@/.test(line))).toBe(false);
    expect(list).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe('a manifest is read as it is', () => {
  it('by aria2c, which verifies the checksums', { tags: 'long' }, async () => {
    if (!present.has('aria2c')) return;
    const transfer = await start(idsOf(files), 'manifest');
    const folder = await newFolder();
    const list = path.join(folder, 'aria2.txt');
    await writeFile(list, await textOf(`${transfer}/manifest?format=aria2`));
    const args = ['--no-conf', '--quiet', '-i', list, '-j4', '-x4', '-k1M', '--allow-overwrite=true'];
    const ended = await run({ program: 'aria2c', args, folder });
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    await expectStored(transfer, folder);
  });

  it('by curl, several at a time', { tags: 'long' }, async () => {
    if (!present.has('curl')) return;
    const transfer = await start(idsOf(files), 'manifest');
    const folder = await newFolder();
    const config = path.join(folder, 'curl.txt');
    await writeFile(config, await textOf(`${transfer}/manifest?format=curl`));
    const args = ['--silent', '--show-error', '--parallel', '--config', config];
    const ended = await run({ program: 'curl', args, folder });
    expect([ended.code, ended.stderr.includes('error')]).toEqual([0, false]);
    await expectStored(transfer, folder);
  });

  it('by a client that follows the links of a bag', { tags: 'long' }, async () => {
    const transfer = await start(idsOf(checked), 'manifest');
    const fetchList = await textOf(`${transfer}/manifest?format=fetch`);
    const lines = fetchList.trimEnd().split('\n');
    expect(lines.length).toBe(checked.length);
    for (const line of lines) {
      const [, url = '', size, name = ''] = /^(\S+) (\d+) (.+)$/.exec(line) ?? [];
      const answer = await fetch(url);
      expect([name, (await answer.arrayBuffer()).byteLength]).toEqual([name, Number(size)]);
      expect(name).toMatch(/^data\/[^%\r\n]+(%25[^%\r\n]+)?$/);
    }
  });
});

describe('what a manifest says', () => {
  it('path, size, checksum and link, as tab-separated values', async () => {
    const text = await textOf(`${await start(idsOf(files), 'manifest')}/manifest`);
    const [head, ...rows] = text.trimEnd().split('\n');
    expect(head).toBe('path\tsize\tchecksum\turl\tfile_id\tdrs_uri\tproblem\tmd5\tparticipant\tfamily\trole');
    const sum = rows.reduce((total, row) => total + Number(row.split('\t')[1]), 0);
    expect([rows.length, sum]).toEqual([
      files.length,
      files.reduce((total, { content }) => total + Buffer.byteLength(content), 0),
    ]);
  });

  it('what the clients of GDC and Gen3 look for', async () => {
    const transfer = await start(idsOf(files), 'manifest');
    const gdc = await textOf(`${transfer}/manifest?format=gdc`);
    expect(gdc.split('\n')[0]?.split('\t').slice(0, 5)).toEqual(['id', 'filename', 'md5', 'size', 'state']);
    const gen3 = JSON.parse(await textOf(`${transfer}/manifest?format=gen3`));
    expect(gen3[0]).toMatchObject({
      object_id: expect.stringMatching(/^drs:\/\/127\.0\.0\.1:\d+\//),
      file_name: 'wgs/p1.cram',
      file_size: large.length,
    });
  });

  it('no two paths that are one on a disk without upper case', async () => {
    const { results } = JSON.parse(await textOf(`${await start(idsOf(files))}/files`));
    const paths = results.map(({ path: stored }: { path: string }) => stored.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
  });
});

async function start(fileIds: readonly string[], way = 'script'): Promise<string> {
  const reply = await caller.post(`${dataset.uniqueId}/transfers/start`, { way, file_ids: fileIds });
  expect([reply.statusCode, reply.json().detail]).toEqual([200, undefined]);
  return `${dataset.uniqueId}/transfers/${reply.json().transfer_id}`;
}

/** A text of the portal as it comes over HTTP, with the links as its caller gets them. */
async function textOf(below: string): Promise<string> {
  const answer = await fetch(`${await portal.listen()}/api/v2/${below}`, {
    headers: { cookie: caller.cookie },
  });
  expect([below, answer.status]).toEqual([below, 200]);
  return answer.text();
}

interface Run {
  readonly program: string;
  readonly args: readonly string[];
  readonly folder: string;
}

const hashOf = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

/** What lies in a folder, by the paths that the list of the transfer gives. */
async function expectStored(transfer: string, folder: string, below = ''): Promise<void> {
  const { results } = JSON.parse(await textOf(`${transfer}/files`));
  expect(results.length).toBeGreaterThan(0);
  for (const { file_id: id, path: stored } of results) {
    const content = await readFile(path.join(folder, below, stored));
    const expected = files.find((file) => file.id === id)?.content ?? '';
    expect([id, hashOf(content)]).toEqual([id, hashOf(expected)]);
  }
}

async function run({ program, args, folder }: Run, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(program, [...args], { cwd: folder, env: { ...process.env, ...env } });
  child.stdin.end();
  return untilEnd(child);
}
