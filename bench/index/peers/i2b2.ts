import type { TermTree } from '../termTree.ts';
import { codeOf, filterTests, type Peer, text } from './peer.ts';

const patients = `SELECT patient_num AS subject, patient_ide AS subject_id, sex_cd AS sex, age_in_days AS age, weight,
  smoker, enrolled FROM patient_dimension`;

/**
 * The star schema of i2b2. Its query engine finds a term by its path, and lets each panel of a question through a temporary
 * table: the first fills it, each further one raises the panel count of the patients that it finds, too.
 */
export const i2b2: Peer = {
  name: 'i2b2 star schema',
  tables: [
    {
      name: 'patient_dimension',
      columns: `patient_num INTEGER, patient_ide TEXT, sex_cd VARCHAR(50), age_in_days INTEGER, weight DOUBLE PRECISION,
        smoker BOOLEAN, enrolled DATE`,
      rows: 'SELECT subject, subject_id, sex, age, weight, smoker, enrolled FROM person ORDER BY 1',
      indexes: ['PRIMARY KEY (patient_num)'],
    },
    {
      name: 'concept_dimension',
      columns: 'concept_path VARCHAR(700), concept_cd VARCHAR(50), name_char VARCHAR(2000)',
      rows: 'SELECT path, code, label FROM path JOIN term USING (code)',
      indexes: ['PRIMARY KEY (concept_path)', 'concept_path text_pattern_ops', 'concept_cd'],
    },
    {
      name: 'observation_fact',
      columns: `encounter_num BIGINT, patient_num INTEGER, concept_cd VARCHAR(50), provider_id VARCHAR(50),
        start_date TIMESTAMP, modifier_cd VARCHAR(100), instance_num INTEGER, tval_char VARCHAR(255),
        nval_num DOUBLE PRECISION, end_date TIMESTAMP`,
      rows: `SELECT number, subject, code, '@', onset, '@', 1, severity, value, ended FROM condition`,
      indexes: [
        'PRIMARY KEY (patient_num, concept_cd, modifier_cd, start_date, encounter_num, instance_num, provider_id)',
        'concept_cd, patient_num, start_date',
      ],
    },
  ],
  session: ['CREATE TEMPORARY TABLE query_global_temp (patient_num INTEGER, panel_count INTEGER)'],
  cohort: ({ root, terms, sequence }, tree) => {
    const panels = [
      ...[...terms]
        .sort((one, other) => (tree.shares[one.term] ?? 0) - (tree.shares[other.term] ?? 0))
        .map(
          ({ term, atLeast }) => `SELECT f.patient_num FROM observation_fact AS f WHERE ${isBelow(term, tree)}
            GROUP BY f.patient_num ${atLeast > 1 ? `HAVING count(*) >= ${atLeast}` : ''}`,
        ),
      ...(sequence === null
        ? []
        : [
            `SELECT a.patient_num FROM observation_fact AS a JOIN observation_fact AS f ON f.patient_num = a.patient_num
              AND f.start_date BETWEEN a.start_date AND a.start_date + INTERVAL '${sequence.days} days'
              WHERE ${isBelow(sequence.first, tree, 'a')} AND ${isBelow(sequence.second, tree)} GROUP BY a.patient_num`,
          ]),
      ...filterTests(root).map(
        (test) => `SELECT subject AS patient_num FROM (${patients}) AS p WHERE ${test}`,
      ),
    ];
    const [first = 'SELECT patient_num FROM patient_dimension', ...others] = panels;
    return {
      before: [
        'TRUNCATE query_global_temp',
        `INSERT INTO query_global_temp (patient_num, panel_count) WITH t AS (${first}) SELECT t.patient_num, 0 FROM t`,
        ...others.map(
          (
            panel,
            index,
          ) => `UPDATE query_global_temp SET panel_count = ${index + 1} WHERE panel_count = ${index}
            AND EXISTS (SELECT 1 FROM (${panel}) AS t WHERE query_global_temp.patient_num = t.patient_num)`,
        ),
      ],
      subjects: `SELECT DISTINCT patient_num AS subject FROM query_global_temp WHERE panel_count = ${others.length}`,
    };
  },
  people: () => patients,
  conditions: (column) =>
    `SELECT patient_num AS subject, ${column === 'severity' ? 'tval_char' : 'nval_num'} AS ${column} FROM observation_fact`,
  below: (terms, tree) => {
    const nodes = terms.map(
      (term) => `SELECT DISTINCT ${text(codeOf(term, tree))} AS code, concept_cd FROM concept_dimension
        WHERE concept_path LIKE ${anyPath(term, tree)}`,
    );
    return `SELECT n.code, f.patient_num AS subject FROM observation_fact AS f
      JOIN (${nodes.join(' UNION ALL ')}) AS n ON n.concept_cd = f.concept_cd`;
  },
};

const isBelow = (term: number, tree: TermTree, of = 'f'): string => `${of}.concept_cd IN
  (SELECT concept_cd FROM concept_dimension WHERE concept_path LIKE ${anyPath(term, tree)})`;

/** The terms below all paths of a term are the same, so one of them is enough. */
function anyPath(term: number, tree: TermTree): string {
  let path = '';
  for (let at: number | undefined = term; at !== undefined; at = tree.terms[at]?.parents[0])
    path = `/${codeOf(at, tree)}${path}`;
  return text(`${path}/%`);
}
