import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { casesOr } from '../../../../engine/src/testing/effort.ts';
import { convertFiles, writeFiles } from '../../testing/convertFiles.ts';
import { sharedData } from '../../testing/sharedData.ts';
import { importTiny } from '../../testing/tinyWarehouse.ts';

const shared = sharedData('phenopackets');

/** One of so many phenopackets, by chance; with ATRIUM_TEST_EFFORT all of them. */
const step = casesOr(1) > 1 ? 1 : 10;
const [first = 0] = fc.sample(fc.nat(step - 1), 1);

type Lines = readonly string[];

/** Asks the tables of the ready package, of which only the subjects in the file `subjects` count. */
async function askReady(folder: string, subjects: string): Promise<(select: string) => Promise<Lines>> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  onTestFinished(() => {
    connection.closeSync();
    instance.closeSync();
  });
  await connection.run(
    `CREATE TABLE chosen AS SELECT subject_id FROM read_csv('${subjects}', all_varchar = true)`,
  );
  for (const name of ['subjects.csv', 'phenotypes.csv.gz', 'variants.csv.gz', 'measurements.csv']) {
    const [table = ''] = name.split('.');
    await connection.run(
      `CREATE TABLE ${table} AS SELECT * FROM read_csv('${join(folder, name)}', all_varchar = true) SEMI JOIN chosen USING (subject_id)`,
    );
  }
  return async (select) =>
    (await connection.runAndReadAll(select)).getRows().map((row) => row.map(String).join('|'));
}

describe.skipIf(shared === null)('the published phenopackets', { tags: 'long' }, () => {
  it('import through the importer with the counts of the ready package', async () => {
    const folder = shared ?? '';
    const raw = gunzipSync(readFileSync(join(folder, 'raw/phenopackets.jsonl.gz'))).toString('utf8');
    const lines = raw.trim().split('\n');
    const chosen = lines.filter((_, index) => index % step === first);
    const source = await writeFiles({
      'phenopackets.jsonl.gz': gzipSync(`${chosen.join('\n')}\n`, { level: 1 }),
    });
    const hpo = join(folder, 'ontologies/hp.v2026-01-08.json.gz');
    const converted = await convertFiles('phenopackets', [source], {
      ontologies: [{ id: 'hpo', file: hpo }],
    });
    const { report, warehouse } = await importTiny({ tables: [] }, { packagePath: converted.folder });
    const ready = await askReady(folder, join(converted.folder, 'subject.csv'));
    const ours = async (text: string): Promise<Lines> =>
      (await warehouse.questions.run({ text, values: [] })).map((row) =>
        Object.values(row).map(String).join('|'),
      );

    expect(report.subjects).toBe(chosen.length);
    if (step === 1) expect(report.subjects).toBe(10_580);
    expect(report.collections.filter(({ skipped }) => skipped > 0)).toEqual([]);
    const same = async (one: string, other: string): Promise<void> => {
      const found = await ours(one);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(await ready(other));
    };
    await same(
      'SELECT subject_id, sex, last_encounter_age FROM r1.subject ORDER BY ALL',
      `SELECT subject_id, sex, CAST(floor(365.25 * CAST(age_last_years AS INTEGER)) AS INTEGER) + CAST(age_last_days AS INTEGER)
       FROM subjects ORDER BY ALL`,
    );
    // Every term, observed and excluded apart.
    await same(
      `SELECT phenotypic_feature_type, phenotypic_feature_excluded, count(*), count(DISTINCT _subject), count(_start)
       FROM r1.phenotypic_feature GROUP BY ALL ORDER BY ALL`,
      `SELECT hpo_id, excluded, count(*), count(DISTINCT subject_id), count(onset_iso) FROM phenotypes GROUP BY ALL ORDER BY ALL`,
    );
    await same(
      'SELECT disease_term, count(DISTINCT _subject), count(_start) FROM r1.disease GROUP BY ALL ORDER BY ALL',
      'SELECT disease_id, count(*), count(disease_onset_iso) FROM subjects GROUP BY ALL ORDER BY ALL',
    );
    await same(
      'SELECT variant_gene, variant_allelic_state, count(*), sum(variant_pos) FROM r1.variant GROUP BY ALL ORDER BY ALL',
      'SELECT gene_symbol, zygosity, count(*), sum(CAST(pos AS BIGINT)) FROM variants GROUP BY ALL ORDER BY ALL',
    );
    await same(
      'SELECT measurement_assay, count(*), count(measurement_reference_low) FROM r1.measurement GROUP BY ALL ORDER BY ALL',
      'SELECT assay_id, count(*), count(reference_low) FROM measurements GROUP BY ALL ORDER BY ALL',
    );
  });
});
