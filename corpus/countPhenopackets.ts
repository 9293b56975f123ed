import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';

/**
 * Counts of the published phenopackets, taken straight from the files: a second statement of what the portal must
 * answer, written without the engine.
 */
export const phenopacketsFolder = path.resolve(import.meta.dirname, '../../shared/data/phenopackets');
export const phenopacketsAreHere = existsSync(path.join(phenopacketsFolder, 'datapackage.json'));

const read = (file: string): string => {
  const bytes = readFileSync(path.join(phenopacketsFolder, file));
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
};

const rows = (file: string): readonly Record<string, string>[] =>
  z.array(z.record(z.string(), z.string())).parse(parse(read(file), { columns: true }));

const graphs = z.object({
  graphs: z.tuple([
    z.object({ edges: z.array(z.object({ sub: z.string(), pred: z.string(), obj: z.string() })) }),
  ]),
});

const curie = (address: string): string => address.replace(/^.*\/([A-Za-z]+)_(\d+)$/, '$1:$2');

function withDescendants(term: string): ReadonlySet<string> {
  const [graph] = graphs.parse(JSON.parse(read('ontologies/hp.v2026-01-08.json.gz'))).graphs;
  const found = new Set([term]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { sub, pred, obj } of graph.edges) {
      if (pred === 'is_a' && found.has(curie(obj))) found.add(curie(sub));
    }
  }
  return found;
}

export interface HandCounts {
  readonly subjects: number;
  readonly female: number;
  readonly abnormalHeart: number;
  readonly both: number;
  /** Subjects with a record of a seizure, and those of whom one is not excluded. */
  readonly seizure: { readonly either: number; readonly present: number };
}

/** Sex FEMALE; HP:0001627 or a descendant observed (not excluded); the two together. */
export function countByHand(): HandCounts {
  const subjects = rows('subjects.csv');
  const female = new Set(
    subjects.filter((row) => row['sex'] === 'FEMALE').map((row) => row['subject_id'] ?? ''),
  );
  const heart = withDescendants('HP:0001627');
  const seizure = withDescendants('HP:0001250');
  const phenotypes = rows('phenotypes.csv.gz');
  const withTerm = (terms: ReadonlySet<string>) => phenotypes.filter((row) => terms.has(row['hpo_id'] ?? ''));
  const subjectsOf = (records: typeof phenotypes): ReadonlySet<string> =>
    new Set(records.map((row) => row['subject_id'] ?? ''));
  const observed = subjectsOf(withTerm(heart).filter((row) => row['excluded'] === 'false'));
  return {
    subjects: subjects.length,
    female: female.size,
    abnormalHeart: observed.size,
    both: [...observed].filter((id) => female.has(id)).length,
    seizure: {
      either: subjectsOf(withTerm(seizure)).size,
      present: subjectsOf(withTerm(seizure).filter((row) => row['excluded'] !== 'true')).size,
    },
  };
}
