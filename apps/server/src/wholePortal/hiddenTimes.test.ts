import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { describe, expect, it } from 'vitest';
import { writeDatedPackage, yearConcepts } from '../testing/attack/datedPackage.ts';
import type { Caller } from '../testing/caller.ts';
import { chosenSeed, createChance } from '../testing/chance.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { readParquet } from '../testing/readParquet.ts';

const folder = await folderOfFile();
const chance = createChance(chosenSeed());
const packagePath = await writeDatedPackage(path.join(folder, 'package'), 20, {
  open: chance,
  days: chance,
});
const files = ['person', 'visit', 'operation', 'stay'].map((name) => path.join(packagePath, `${name}.csv`));
const texts = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join();
const days = texts.match(/\d{4}-\d\d-\d\d/g) ?? [];
const times = texts.match(/\d\d:\d\d:\d\d/g) ?? [];
/** Every day and every time of a protected date; nothing else in the package has any. */
const planted: readonly string[] = [...new Set([...days.filter((day) => !day.endsWith('-01-01')), ...times])];
const portal = await portalOfFile();
const dataset = await portal.aDataset({ uniqueId: 'timed', packagePath });

const columns = [
  ...yearConcepts.flatMap((concept_id) => [
    { concept_id, aggregation_method: 'list_all' },
    { concept_id, aggregation_method: 'list_distinct' },
    { concept_id, aggregation_method: 'min_date' },
    { concept_id, aggregation_method: 'max_date' },
    { concept_id, aggregation_method: 'most_frequent', most_frequent_return_value: 'value_and_count' },
  ]),
  ...['earliest_date', 'latest_date', 'all_dates'].flatMap((returns) => [
    {
      concept_id: 'finding',
      aggregation_method: 'has_value',
      values: ['mild', 'severe'],
      return_value: returns,
    },
    { concept_id: 'score', aggregation_method: 'min', min_return_value: returns },
  ]),
  { concept_id: 'born', aggregation_method: null },
];

const members = new Map<AccessLevel, Promise<Caller>>();

const body = async (caller: Caller, address: string): Promise<string> => {
  const reply = await caller.get(`timed/${address}`);
  expect([address, reply.statusCode]).toEqual([address, 200]);
  return reply.body;
};

/** Everything that shows rows. */
const rowsShown: Readonly<Record<string, (caller: Caller) => Promise<string>>> = {
  preview: (caller) => body(caller, 'query_tools/preview/?records_per_page=500'),
  csv: (caller) => body(caller, 'query_tools/export_csv/'),
  ndjson: (caller) => body(caller, 'query_tools/export_ndjson/'),
  parquet: async (caller) =>
    JSON.stringify(
      (await readParquet((await caller.get('timed/query_tools/export_parquet/')).rawPayload)).rows,
    ),
};

const plantedIn = (text: string): readonly string[] => planted.filter((one) => text.includes(one));

const inGate = ['preview'];
const inLongRuns = Object.keys(rowsShown).filter((name) => !inGate.includes(name));

describe('a member who sees the days is shown each day with its time', () => {
  const showsDays = async (name: string): Promise<void> => {
    expect(plantedIn((await rowsShown[name]?.(await memberOf('phi'))) ?? '')).toHaveLength(planted.length);
  };

  it.each(inGate)('in rows: %s', showsDays);
  it.each(inLongRuns)('in rows: %s', { tags: 'long' }, showsDays);
});

describe('a member who sees years is shown no day and no time', () => {
  const showsYears = async (name: string): Promise<void> => {
    const text = await rowsShown[name]?.(await memberOf('deid'));
    expect(plantedIn(text ?? '')).toEqual([]);
    expect(text).toMatch(/201[5-9]/);
  };

  it.each(inGate)('in rows: %s', showsYears);
  it.each(inLongRuns)('in rows: %s', { tags: 'long' }, showsYears);

  it('in the dictionary of an export, whose dates are years', async () => {
    const reply = await (await memberOf('deid')).get('timed/query_tools/export_dictionary/');
    const { fields } = reply.json().resources[0].schema;
    expect(fields.length).toBeGreaterThan(columns.length);
    expect(plantedIn(reply.body)).toEqual([]);
    const types = fields.map(({ type, itemType }: Readonly<Record<string, string>>) => itemType ?? type);
    expect(types).not.toContain('datetime');
    expect(types).not.toContain('date');
  });

  it('in values of a concept', async () => {
    const caller = await memberOf('deid');
    for (const id of [...yearConcepts, 'finding']) {
      const statistics = `concepts/${id}/cohort_def_callback/`;
      for (const address of [`concepts/${id}/`, statistics, `${statistics}?show_all_data=true`])
        expect([address, plantedIn(await body(caller, address))]).toEqual([address, []]);
    }
  });

  describe.each(['deid', 'agg'] as const)('as %s', (level) => {
    it(
      'in labels of cross-tabs, on the page and as a file',
      level === 'deid' ? { tags: 'long' } : {},
      async () => {
        const caller = await memberOf(level);
        for (const concept of yearConcepts) {
          await putOnAxes(caller, [concept, 'sex']);
          for (const call of ['run_analysis', 'export_csv']) {
            const text = await body(caller, `analysis_tools/${call}/?data_view_mode=cohort`);
            expect([concept, plantedIn(text)]).toEqual([concept, []]);
          }
        }
      },
    );

    it('in a search for it', async () => {
      const caller = await memberOf(level);
      for (const text of planted.slice(0, 20)) {
        const address = `concept_categories/concept_search/?search=${encodeURIComponent(text)}`;
        expect(JSON.parse(await body(caller, address))).toEqual({ search: text, concepts: [], matches: {} });
      }
    });
  });
});

const putOnAxes = async (caller: Caller, concepts: readonly string[]): Promise<void> => {
  await caller.post('timed/analysis_def/', { transformation: { type: 'clear_all' } });
  for (const [index, concept_id] of concepts.entries()) {
    const role = index === 0 ? 'rows' : 'cols';
    const transformation = { type: 'add_entry', concept_id, role };
    const reply = await caller.post('timed/analysis_def/', { transformation });
    expect(reply.json()).toMatchObject({ transformation_successful: true });
  }
};

/** One member of each level, with a table of all columns. */
function memberOf(level: AccessLevel): Promise<Caller> {
  const known = members.get(level) ?? makeMember(level);
  members.set(level, known);
  return known;
}

async function makeMember(level: AccessLevel): Promise<Caller> {
  const caller = await portal.signedIn((await portal.aMember({ dataset, level })).account);
  for (const column of columns)
    await caller.post('timed/table_def/', { transformation: { type: 'add_entry', ...column } });
  return caller;
}
