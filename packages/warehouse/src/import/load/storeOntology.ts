import { setImmediate } from 'node:timers/promises';
import { type Ontology, storage } from '@atrium/engine';
import { BOOLEAN, INTEGER, VARCHAR } from '@duckdb/node-api';
import { createTable } from '../../duckdb/tableWriter.ts';
import { quoted } from '../../sql/quoted.ts';
import { type ImportJob, target } from './importJob.ts';

/** The event loop gets a turn after so many terms, so that a portal that imports keeps answering. */
const termsPerTurn = 1000;

/** Writes the five tables of an ontology; `storeUnknownTerms` adds the unknown codes of the data. */
export async function storeOntology(number: number, ontology: Ontology, job: ImportJob): Promise<void> {
  const { terms } = ontology;
  const codeOf = (index: number): string => terms[index]?.code ?? '';
  const pairs = (name: string, first: string, second: string) =>
    createTable(job.connection, {
      path: [target, name],
      columns: [
        { name: first, type: VARCHAR },
        { name: second, type: VARCHAR },
      ],
    });
  const term = await createTable(job.connection, {
    path: [target, storage.terms(number)],
    columns: [
      { name: 'code', type: VARCHAR },
      { name: 'label', type: VARCHAR },
      { name: 'is_known', type: BOOLEAN },
      { name: 'is_leaf', type: BOOLEAN },
      { name: 'ordinal', type: INTEGER },
    ],
  });
  const parent = await pairs(storage.parents(number), 'code', 'parent');
  const within = await pairs(storage.within(number), 'ancestor', 'code');
  const synonym = await pairs(storage.synonyms(number), 'code', 'synonym');
  const alternative = await pairs(storage.alternatives(number), 'alternative', 'code');
  for (const [index, { code, label, isLeaf, ...rest }] of terms.entries()) {
    if (index % termsPerTurn === 0) await setImmediate();
    term.append(code, label, true, isLeaf, index + 1);
    for (const above of rest.parents) parent.append(code, codeOf(above));
    for (const ancestor of rest.within) within.append(codeOf(ancestor), code);
    for (const text of rest.synonyms) synonym.append(code, text);
  }
  for (const [given, code] of ontology.alternatives) alternative.append(given, code);
  for (const table of [term, parent, within, synonym, alternative]) table.finish();
}

/** Adds the codes of the data that their ontology does not hold, so that every code has a term (rule 2.19). */
export async function storeUnknownTerms({ plan, connection }: ImportJob): Promise<void> {
  for (const { id, number } of plan.ontologies) {
    const codes = plan.dictionary.concepts
      .filter(({ ontologyId }) => ontologyId === id)
      .map((concept) =>
        concept.isMultiple
          ? `SELECT ${quoted(storage.value)} AS code FROM ${quoted(target, storage.values(concept))}`
          : `SELECT ${quoted(concept.id)} AS code FROM ${quoted(target, concept.collectionId)}`,
      );
    if (codes.length === 0) continue;
    const terms = quoted(target, storage.terms(number));
    await connection.run(`INSERT INTO ${terms}
      SELECT code, 'unmapped ' || code, false, true,
        CAST((SELECT count(*) FROM ${terms}) + row_number() OVER (ORDER BY code) AS INTEGER)
      FROM (SELECT DISTINCT code FROM (${codes.join(' UNION ALL ')})) WHERE code IS NOT NULL AND code NOT IN (SELECT code FROM ${terms})
      ORDER BY code`);
  }
}
