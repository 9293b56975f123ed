import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { TestPerson } from '../testing/aPerson.ts';
import { type Ended, untilEnd } from '../testing/childProcess.ts';
import { testPassword } from '../testing/factories.ts';
import { transferPortal } from '../testing/transferPortal.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const page = path.join(root, 'docs/api-clients.md');

const found = (program: string, ...more: string[]): boolean => {
  const isThere = spawnSync(program, [...more, '--version']).status === 0;
  if (!isThere) process.stderr.write(`\n!!! There is no ${program} here: its examples are NOT run.\n\n`);
  return isThere;
};
/** That of the machine, which finds packages of the machine. */
const python = existsSync('/usr/bin/python3') ? '/usr/bin/python3' : 'python3';
const has = { python: found(python), curl: found('curl'), r: found('Rscript') };
const hasPandas = spawnSync(python, ['-c', 'import pandas']).status === 0;
if (has.python && !hasPandas)
  process.stderr.write('\n!!! There is no pandas here: Python gives lists, and no data frame is tried.\n\n');

const content = 'ACGT'.repeat(5000);
const on = it
  // biome-ignore lint/correctness/noEmptyPattern: Vitest finds the fixtures that a fixture uses in this pattern.
  .extend('portal', { scope: 'file' }, async ({}, { onCleanup }) => {
    const portal = await transferPortal();
    onCleanup(portal.close);
    return portal;
  })
  .extend('folder', { scope: 'file' }, ({ portal }) => portal.folder)
  .extend('dataset', { scope: 'file' }, async ({ portal }) => {
    const stored = path.join(portal.storage, 'default/reads.txt');
    await mkdir(path.dirname(stored));
    await writeFile(stored, content);
    const packagePath = await writeData(path.join(portal.folder, 'data'));
    const dataset = await portal.aDataset({
      uniqueId: 'default',
      packagePath,
      settings: { smallCountThreshold: 2 },
    });
    await portal.db.updateTable('release').set({ subject_count: 1 }).execute();
    return dataset;
  })
  .extend('ada', ({ portal, dataset }) => portal.aPerson({ dataset, level: 'phi' }))
  .extend('address', { scope: 'file' }, ({ portal }) => portal.listen())
  .extend('run', ({ address, folder }) => async (of: Program, token: string): Promise<Ended> => {
    const file = path.join(folder, of.file);
    await writeFile(file, of.content);
    const child = spawn(of.program, [file, ...(of.args ?? [])], {
      cwd: folder,
      env: { ...process.env, ...libraries(folder), ATRIUM_URL: address, ATRIUM_TOKEN: token },
    });
    child.stdin.end();
    return untilEnd(child);
  })
  .extend('tokenOf', () => async (person: Asker, scopes = ['read', 'export']): Promise<string> => {
    const body = { name: 'example', scopes, expires_in_days: 1, password: testPassword };
    return (await person.post('auth/tokens', body)).json().secret;
  });

on.skipIf(!has.python)(
  'the example in Python shows datasets, a count, a table, a cross-tab and files, and leaves the active cohort',
  async ({ ada, run, tokenOf, folder }) => {
    await ada.cohort.add('sex', { selected_categories: ['Male'] });
    const before = await ada.read('cohort_def/');
    const ended = await run(inPython(await example('python')), await tokenOf(ada));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    for (const part of [/^I am person\d+\ndefault - default\n3 subjects, receipt \w{4}-/, '9007199254740993'])
      expect(ended.stdout).toMatch(part);
    expect(ended.stdout).toContain('files/reads.txt\n');
    expect(await readFile(path.join(folder, 'files/reads.txt'), 'utf8')).toBe(content);
    const after = await ada.read('cohort_def/');
    expect([after.cohort_def, after.snapshot_id]).toEqual([before.cohort_def, before.snapshot_id]);
  },
);

on.skipIf(!has.curl)(
  'the example with curl: a cohort, its size and its rows',
  async ({ ada, run, tokenOf, folder }) => {
    const ended = await run(
      { program: 'bash', file: 'example.sh', content: await example('sh') },
      await tokenOf(ada),
    );
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toContain('{"count":3');
    expect((await readFile(path.join(folder, 'results.csv'), 'utf8')).trim().split('\n')).toHaveLength(4);
  },
);

on.skipIf(!has.r)(
  'the example in R does the same',
  { tags: 'long' },
  async ({ ada, run, tokenOf, folder }) => {
    await rm(path.join(folder, 'files'), { recursive: true, force: true });
    await installR(folder);
    const ended = await run(inR(await example('r')), await tokenOf(ada));
    expect(ended.code, ended.stderr).toBe(0);
    expect(ended.stdout).toContain('default - default\n3 subjects, receipt ');
    for (const part of ['9007199254740993', 'Factor w/ 3 levels "Unknown"', 'Date[1:3]', 'files/reads.txt'])
      expect(ended.stdout).toContain(part);
    expect(await readFile(path.join(folder, 'files/reads.txt'), 'utf8')).toBe(content);
  },
);

on.skipIf(!has.python)(
  'rows have their types: days, exact whole numbers, lists, categories',
  async ({ ada, run, tokenOf }) => {
    const { code, stdout, stderr } = await run(inPython(typed), await tokenOf(ada));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trim().split('\n');
    expect(lines.slice(0, 2)).toEqual([
      "{'participant_id': 'P1', 'sex': 'Female', 'weight': 9.5, 'seen': datetime.date(1650, 2, 28), 'code': 9007199254740993, 'tags (distinct)': ['a; b', 'c']}",
      "{'participant_id': 'P2', 'sex': 'Male', 'weight': None, 'seen': None, 'code': None, 'tags (distinct)': None}",
    ]);
    expect(lines[2]).toBe(
      hasPandas ? "['string', 'category', 'Float64', 'object', 'Int64', 'object'] [2, 2, 1]" : 'no pandas',
    );
  },
);

on.skipIf(!has.python)(
  'a figure that is hidden is a missing value with its reason, and never 0',
  async ({ portal, dataset, run, tokenOf }) => {
    const cy = await portal.aPerson({ dataset, level: 'agg' });
    const { code, stdout, stderr } = await run(inPython(hidden), await tokenOf(cy));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [count, cells, reason] = stdout.trim().split('\n');
    expect(count).toMatch(/^None counts below \d+ are not shown$/);
    expect(cells).toMatch(/^\[\[(2|None), None\]/);
    expect(cells).not.toMatch(/[01]/);
    expect(reason).toMatch(/\w+ \w+/);
  },
);

on.skipIf(!has.python)(
  'a broken download goes on where it was, and a wrong one is thrown away',
  async ({ ada, run, tokenOf, folder }) => {
    const part = path.join(folder, 'resumed/reads.txt.part');
    await mkdir(path.dirname(part), { recursive: true });
    await writeFile(part, content.slice(0, 1234));
    const token = await tokenOf(ada);
    expect(await run(inPython(downloads), token)).toMatchObject({ code: 0, stdout: 'resumed/reads.txt\n' });
    const sent = (await ada.get('audit/?action=file_sent')).json().results[0];
    expect(sent.detail.bytes).toBe(content.length - 1234);
    await rm(path.join(folder, 'resumed/reads.txt'));
    await writeFile(part, 'wrong'.padEnd(content.length - 1));
    expect((await run(inPython(downloads), token)).stderr).toContain('is not what the portal has');
    expect(existsSync(part)).toBe(false);
  },
);

on.skipIf(!has.python)(
  'a refusal has the code and the words of the portal',
  async ({ ada, run, tokenOf }) => {
    const program = inPython(
      'from atrium_portal import Portal\nPortal().dataset("default").report(1).table()\n',
    );
    const { stderr } = await run(program, await tokenOf(ada, ['read']));
    expect(stderr).toContain('atrium_portal.connection.Refused: 404 not_found');
  },
);

const programs = z.object({ python: z.string(), r: z.string(), curl: z.string() });

/** A report of the active cohort, and the programs that its page shows. */
async function aReport(ada: Asker) {
  const [reply] = [
    await ada.post('default/reports/create_form/', {
      name: 'Women',
      project_other: 'Women',
      with_analysis: true,
    }),
  ];
  const id = z.object({ report_id: z.int() }).parse(reply.json()).report_id;
  const methods = (await ada.get(`default/report_tools/${id}/methods/`)).json();
  const notebook = (await ada.get(`default/report_tools/${id}/methods_program/?language=notebook`)).json();
  const quarto = (await ada.get(`default/report_tools/${id}/methods_program/?language=quarto`)).body;
  const cells = z
    .array(z.object({ cell_type: z.string(), source: z.array(z.string()) }))
    .parse(notebook.cells);
  const code = cells.flatMap(({ cell_type, source }) => (cell_type === 'code' ? [source.join('')] : []));
  return { id, ...programs.parse(methods.programs), notebook: `${code.join('\n')}\nprint(table)\n`, quarto };
}

on(
  'ten lines of the page of a report give the cohort as a data frame, and change nothing (rule 12.29)',
  async ({ ada, run, tokenOf, folder }) => {
    await ada.cohort.add('sex', { selected_categories: ['Female'] });
    await ada.analysis.add('sex', { role: 'rows' });
    const report = await aReport(ada);
    expect(report.python.split('\n').filter((line) => /^[^#]/.test(line)).length).toBeLessThanOrEqual(10);
    await ada.cohort.clear();
    const before = await ada.read('cohort_def/');
    const rows = (await ada.get(`default/report_tools/${report.id}/export_csv/`)).body;
    const token = await tokenOf(ada);
    const runs: Program[] = [
      ...(has.curl ? [{ program: 'sh', file: 'report.sh', content: report.curl }] : []),
      ...(has.python ? [inPython(report.python), inPython(report.notebook)] : []),
    ];
    for (const program of runs) {
      const { code, stdout, stderr } = await run(program, token);
      expect({ code, stderr, count: stdout.split('\n')[0] }).toEqual({ code: 0, stderr: '', count: '3' });
      if (program.program === python) expect(stdout).toMatch(/P1[\s\S]*P3[\s\S]*P4/);
    }
    if (has.curl) expect(await readFile(path.join(folder, `report_${report.id}.csv`), 'utf8')).toBe(rows);
    expect(await ada.read('cohort_def/')).toEqual(before);
  },
);

on.skipIf(!has.r)(
  'the same in R, and as a document of Quarto',
  { tags: 'long' },
  async ({ ada, run, tokenOf, folder }) => {
    await installR(folder);
    await ada.cohort.add('sex', { selected_categories: ['Female'] });
    await ada.analysis.add('sex', { role: 'rows' });
    const report = await aReport(ada);
    const chunks = [...report.quarto.matchAll(/^```\{r\}\n(.*?)^```$/gms)].map(([, code]) => code);
    expect(chunks).toHaveLength(4);
    for (const content of [report.r, chunks.join('\n')]) {
      const { code, stdout, stderr } = await run(inR(content), await tokenOf(ada));
      expect({ code, stderr, count: stdout.split('\n')[0] }).toEqual({ code: 0, stderr: '', count: '3' });
      expect(stdout).toMatch(/P1[\s\S]*P3[\s\S]*P4/);
    }
  },
);

on.skipIf(!has.python)(
  'a program says so where the report or the data are others than they were (rule 12.29)',
  async ({ ada, run, tokenOf }) => {
    await ada.cohort.add('sex', { selected_categories: ['Female'] });
    const { python: code } = await aReport(ada);
    const token = await tokenOf(ada);
    const other = code.replace('version=1', 'version=2');
    expect((await run(inPython(other), token)).stderr).toContain('The report was changed since');
    const older = code.replace(/receipt="[\w-]+"/, 'receipt="0000-0000-0000-0000"');
    expect((await run(inPython(older), token)).stderr).toContain(
      'The data or the day have changed: it was 3',
    );
  },
);

type Asker = Pick<TestPerson, 'get' | 'post'>;

on.skipIf(!has.python)(
  'what somebody edits while a program asks stays, and the program says so',
  async ({ ada, run, tokenOf }) => {
    await ada.cohort.add('sex', { selected_categories: ['Unknown'] });
    const { stderr } = await run(inPython(interrupted), await tokenOf(ada));
    expect(stderr).toContain('ChangedMeanwhile: The active definitions were edited meanwhile. Ask again.');
    expect(JSON.stringify((await ada.read('cohort_def/')).cohort_def)).toContain('"Male"');
  },
);

interface Program {
  readonly program: string;
  readonly file: string;
  readonly content: string;
  readonly args?: readonly string[];
}
const inPython = (content: string): Program => ({ program: python, file: 'program.py', content });
const inR = (content: string): Program => ({ program: 'Rscript', file: 'program.R', content });

const libraries = (folder: string) => ({
  PYTHONPATH: [path.join(root, 'clients/python/src'), process.env.PYTHONPATH ?? ''].join(':'),
  PYTHONDONTWRITEBYTECODE: '1',
  R_LIBS: path.join(folder, 'r'),
});

async function installR(folder: string): Promise<void> {
  const library = path.join(folder, 'r');
  if (existsSync(library)) return;
  await mkdir(library);
  const child = spawn('R', [
    'CMD',
    'INSTALL',
    '--no-docs',
    `--library=${library}`,
    path.join(root, 'clients/r'),
  ]);
  child.stdin.end();
  const { code, stderr } = await untilEnd(child);
  expect(code, stderr).toBe(0);
}

/** The page's one block of code in this language, as it stands. */
async function example(language: string): Promise<string> {
  const blocks = [...(await readFile(page, 'utf8')).matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const [block, ...others] = blocks.filter(([, name]) => name === language);
  if (block?.[2] === undefined || others.length > 0) throw new Error(`Not one block of ${language}.`);
  return block[2];
}

const typed = `from atrium_portal import Portal
tags = {"concept_id": "visit_tags", "aggregation_method": "list_distinct"}
columns = ["participant_id", "sex", "weight", "seen", "code", tags]
cohort = Portal().dataset("default").cohort()
for row in list(cohort.table(columns).rows())[:2]:
    print(row)
try:
    import pandas
    pieces = list(cohort.table(columns).pieces(2))
    print([str(kind) for kind in pieces[0].dtypes], [len(piece) for piece in pieces])
except ImportError:
    print("no pandas")
`;

const hidden = `from atrium_portal import Portal
dataset = Portal().dataset("default")
count = dataset.count()
print(count.value, count.reason)
tab = dataset.cross_tab(rows=["sex"], columns=["is_proband"])
print(tab.cells)
print(tab.reason)
`;

/** While it counts women, somebody makes men the active cohort. */
const interrupted = `from atrium_portal import Portal
dataset = Portal().dataset("default")
men = dataset.cohort().where("sex", any_of=["Male"])
count = dataset.get
def get(path, **query):
    if path == "query_tools/count/":
        men.activate()
    return count(path, **query)
dataset.get = get
dataset.cohort().where("sex", any_of=["Female"]).count()
`;

const downloads = `from atrium_portal import Portal
print(Portal().dataset("default").cohort().files()[0].download("resumed"))
`;

async function writeData(folder: string): Promise<string> {
  const people = [
    'participant_id,sex,is_proband,weight,seen,code',
    'P1,Female,true,9.5,1650-02-28,9007199254740993',
    'P2,Male,true,,,',
    'P3,Female,false,61,1995-06-30,7',
    'P4,Female,false,80.5,1993-01-15,-9007199254740993',
    'P5,Unknown,true,,,',
    '',
  ];
  const sum = createHash('sha256').update(content).digest('hex');
  const files = {
    file_id: 'F 1/ä',
    path: 'default/reads.txt',
    size: content.length,
    sha256: sum,
    participant_id: 'P1',
    category: 'data',
    data_type: 'Sequence',
    experiment_type: 'WGS',
    file_format: 'FASTA',
  };
  const text = (name: string) => ({ name, type: 'string' });
  const toParticipant = {
    fields: 'participant_id',
    reference: { resource: 'participant', fields: 'participant_id' },
  };
  const descriptor = {
    name: 'clients',
    atrium: { files: 'file', defaultColumns: ['participant_id', 'sex'] },
    resources: [
      {
        name: 'participant',
        path: 'participant.csv',
        schema: {
          primaryKey: 'participant_id',
          fields: [
            text('participant_id'),
            { ...text('sex'), categories: ['Unknown', 'Female', 'Male'] },
            { name: 'is_proband', type: 'boolean' },
            { name: 'weight', type: 'number' },
            { name: 'seen', type: 'date' },
            { name: 'code', type: 'integer' },
          ],
        },
      },
      {
        name: 'visit',
        path: 'visit.csv',
        schema: { fields: [text('participant_id'), text('tags')], foreignKeys: [toParticipant] },
      },
      {
        name: 'file',
        path: 'file.csv',
        schema: {
          fields: Object.keys(files).map((name) =>
            name === 'size' ? { name, type: 'integer' } : text(name),
          ),
          foreignKeys: [toParticipant],
        },
      },
    ],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(folder, 'participant.csv'), people.join('\n'));
  await writeFile(path.join(folder, 'visit.csv'), 'participant_id,tags\nP1,a; b\nP1,c\n');
  const lines = [Object.keys(files), Object.values(files)].map((cells) => `${cells.join(',')}\n`);
  await writeFile(path.join(folder, 'file.csv'), lines.join(''));
  return folder;
}
