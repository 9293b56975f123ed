import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import {
  content,
  has,
  hasPandas,
  inPython,
  inR,
  installR,
  clientTest as on,
  root,
} from '../testing/apiClients.ts';

const page = path.join(root, 'docs/api-clients.md');

on.skipIf(!has.python)(
  'the example in Python shows datasets, a count, a table, a cross-tab and files, and leaves the active cohort',
  async ({ ada, run, tokenOf, folder }) => {
    await ada.cohort.add('sex', { selected_categories: ['Male'] });
    const before = await ada.read('cohort_def/');
    const ended = await run(inPython(await example('python')), await tokenOf(ada));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    for (const part of [
      /^I am person\d+\ndefault - default\n3 subjects, receipt \w{4}-/,
      '9007199254740993',
      /Everybody else/,
    ])
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
    for (const part of [
      '9007199254740993',
      'Factor w/ 3 levels "Unknown"',
      'Date[1:3]',
      ...figuresInR,
      'files/reads.txt',
    ])
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
  'groups side by side and curves have the figures, the receipts and the reasons of the portal, and leave the active cohort',
  async ({ ada, run, tokenOf }) => {
    await ada.cohort.add('sex', { selected_categories: ['Male'] });
    const before = await ada.read('cohort_def/');
    const { code, stdout, stderr } = await run(inPython(compared), await tokenOf(ada));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trim().split('\n')).toEqual([
      "[('Active cohort', 3, True), ('Everybody else', 2, True)]",
      "('mean', None, 'Active cohort', 50.333333333333336, None)",
      "('mean', None, 'Everybody else', None, 'the group has too few values')",
      "('subjects', 'Female', 'Active cohort', 3, None)",
      "survival [('Active cohort', 10, 0.6666666666666666, 3, None), ('Active cohort', 31, 0.6666666666666666, 1, None), ('Everybody else', None, None, None, 'nobody had the event')]",
      "[('sex: Female', 3), ('sex: Male', 1), ('sex: Unknown', 1)]",
    ]);
    expect((await ada.read('cohort_def/')).snapshot_id).toBe(before.snapshot_id);
  },
);

on.skipIf(!has.python || !hasPandas)(
  'data frames have types of pandas: instants, categories, whole numbers beyond 2^53, and missing values',
  { tags: 'long' },
  async ({ ada, run, tokenOf }) => {
    const { code, stdout, stderr } = await run(inPython(frames), await tokenOf(ada));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe('as expected\n');
  },
);

on.skipIf(!has.python)(
  'a figure that is hidden is a missing value with its reason, and never 0',
  async ({ portal, dataset, run, tokenOf }) => {
    const cy = await portal.aPerson({ dataset, level: 'agg' });
    const { code, stdout, stderr } = await run(inPython(hidden), await tokenOf(cy));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [count, cells, reason, compared] = stdout.trim().split('\n');
    expect(count).toMatch(/^None counts below \d+ are not shown$/);
    expect(cells).toMatch(/^\[\[(2|None), None\]/);
    expect(cells).not.toMatch(/[01]/);
    expect(reason).toMatch(/\w+ \w+/);
    expect(compared).toBe(`[(False, '${reason}')]`);
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

on.skipIf(!has.python)(
  'what somebody edits while a program asks stays, and the program says so',
  async ({ ada, run, tokenOf }) => {
    await ada.cohort.add('sex', { selected_categories: ['Unknown'] });
    const { stderr } = await run(inPython(interrupted), await tokenOf(ada));
    expect(stderr).toContain('ChangedMeanwhile: The active definitions were edited meanwhile. Ask again.');
    expect(JSON.stringify((await ada.read('cohort_def/')).cohort_def)).toContain('"Male"');
  },
);

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

const compared = `from atrium_portal import Portal
dataset = Portal().dataset("default")
women = dataset.cohort().where("sex", any_of=["Female"])
table = women.comparison(["weight", "sex"])
receipt = women.count().receipt
print([(g.title, g.count.value, (g.count.receipt == receipt) == (g.title == "Active cohort")) for g in table.groups])
for row in table.rows():
    if row["figure"] == "mean" or (row["value"] == "Female" and row["amount"]):
        print(tuple(row[name] for name in ("figure", "value", "group", "amount", "reason")))
curves = women.curves(zero="seen", end="relapse", last="last_seen")
print(curves.kind, [tuple(row[name] for name in ("group", "time", "share", "at_risk", "reason")) for row in curves.rows()])
print([(group.title, group.count.value) for group in dataset.comparison(["weight"], by="sex").groups])
`;

const frames = `import datetime
import pandas
from atrium_portal import Portal
dataset = Portal().dataset("default")
cohort = dataset.cohort()
women = cohort.where("sex", any_of=["Female"])
late = cohort.where("seen", at_least=datetime.date(1900, 1, 1))
table = cohort.table(["participant_id", "sex", "seen", "code", "weight", "is_proband"]).frame()
assert list(table["sex"].cat.categories) == ["Unknown", "Female", "Male"], table["sex"]
assert table["code"].dtype == "Int64" and table["code"].max() == 9007199254740993, table["code"]
assert table["code"].isna().sum() == 2 and table["is_proband"].dtype == "boolean"
assert table["seen"].dtype == "object" and table["seen"][0] == datetime.date(1650, 2, 28), table["seen"]
days = late.table(["participant_id", "seen"]).frame()["seen"]
assert pandas.api.types.is_datetime64_any_dtype(days) and days.max() == pandas.Timestamp(1995, 6, 30), days
compared = women.comparison(["weight", "sex"]).frame()
kinds = {name: str(kind) for name, kind in compared.dtypes.items()}
assert kinds["figure"] == kinds["group"] == "category" and kinds["amount"] == "Float64", kinds
means = compared[compared["figure"] == "mean"].set_index("group")
assert means["amount"].isna().tolist() == [False, True] and means["reason"].isna().tolist() == [True, False], means
assert compared.attrs["receipts"]["Active cohort"] == women.count().receipt
curve = women.curves(zero="seen", end="relapse", last="last_seen").frame()
assert curve["at_risk"].dtype == "Int64" and curve["at_risk"].tolist() == [3, 1, pandas.NA], curve
tab = cohort.cross_tab(rows=["seen"], columns=["sex"]).frame()
assert set(map(str, tab.dtypes)) == {"Int64"}
print("as expected")
`;

/** Of Table 1 and of curves, as R prints them. */
const figuresInR = ['mean', '50.33333', 'the group has too few values', 'nobody had the event'];

const hidden = `from atrium_portal import Portal
dataset = Portal().dataset("default")
count = dataset.count()
print(count.value, count.reason)
tab = dataset.cross_tab(rows=["sex"], columns=["is_proband"])
print(tab.cells)
print(tab.reason)
table = dataset.comparison(["is_proband"], by="sex")
print(sorted({(row["amount"] is not None, row["reason"]) for row in table.rows()}, reverse=True))
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
