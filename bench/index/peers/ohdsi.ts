import type { TermTree } from '../termTree.ts';
import { codeOf, filterTests, intersected, type Peer, text } from './peer.ts';

/** OHDSI's shape: persons, occurrences, the closure of terms, and one index that covers what cohorts ask for. */
export const ohdsi: Peer = {
  name: "OHDSI's shape",
  tables: [
    {
      name: 'person',
      columns: `person_id INTEGER, person_source_value TEXT, gender TEXT, age_days INTEGER, weight DOUBLE PRECISION,
        smoker BOOLEAN, enrolled DATE`,
      rows: 'SELECT subject, subject_id, sex, age, weight, smoker, enrolled FROM person ORDER BY 1',
      indexes: ['PRIMARY KEY (person_id)'],
    },
    {
      name: 'concept',
      columns: 'concept_id INTEGER, concept_code TEXT',
      rows: 'SELECT number, code FROM term',
      indexes: ['PRIMARY KEY (concept_id)', 'concept_code'],
    },
    {
      name: 'concept_ancestor',
      columns: 'ancestor_concept_id INTEGER, descendant_concept_id INTEGER',
      rows: 'SELECT ancestor, number FROM within',
      indexes: ['PRIMARY KEY (ancestor_concept_id, descendant_concept_id)', 'descendant_concept_id'],
    },
    {
      name: 'condition_occurrence',
      columns: `condition_occurrence_id BIGINT, person_id INTEGER, condition_concept_id INTEGER, condition_start_date DATE,
        condition_end_date DATE, severity TEXT, value DOUBLE PRECISION`,
      rows: 'SELECT number, subject, term, onset, ended, severity, value FROM condition',
      indexes: [
        'PRIMARY KEY (condition_occurrence_id)',
        'condition_concept_id, person_id, condition_start_date',
        'person_id',
      ],
    },
  ],
  cohort: ({ root, terms, sequence }, tree) => {
    const tests = filterTests(root);
    const parts = [
      ...(tests.length === 0 ? [] : [`SELECT subject FROM (${persons}) AS p WHERE ${tests.join(' AND ')}`]),
      ...terms.map(
        ({ term, atLeast }) => `SELECT o.person_id AS subject FROM ${occurrences(term, tree)}
          GROUP BY o.person_id ${atLeast > 1 ? `HAVING count(*) >= ${atLeast}` : ''}`,
      ),
      ...(sequence === null
        ? []
        : [
            `SELECT DISTINCT f.person_id AS subject FROM
              (SELECT o.person_id, o.condition_start_date FROM ${occurrences(sequence.first, tree)}) AS f
              JOIN (SELECT o.person_id, o.condition_start_date FROM ${occurrences(sequence.second, tree)}) AS s
              ON s.person_id = f.person_id AND s.condition_start_date BETWEEN f.condition_start_date
                AND f.condition_start_date + ${sequence.days}`,
          ]),
    ];
    return intersected(parts, 'SELECT person_id AS subject FROM person');
  },
  people: () => persons,
  conditions: (column) => `SELECT person_id AS subject, ${column} FROM condition_occurrence`,
  below: (
    terms,
    tree,
  ) => `SELECT c.concept_code AS code, o.person_id AS subject FROM condition_occurrence AS o
    JOIN concept_ancestor AS a ON a.descendant_concept_id = o.condition_concept_id
    JOIN concept AS c ON c.concept_id = a.ancestor_concept_id
    WHERE c.concept_code IN (${terms.map((term) => text(codeOf(term, tree))).join(', ')})`,
};

const persons = `SELECT person_id AS subject, person_source_value AS subject_id, gender AS sex, age_days AS age, weight,
  smoker, enrolled FROM person`;

const occurrences = (term: number, tree: TermTree): string => `condition_occurrence AS o
  JOIN concept_ancestor AS a ON a.descendant_concept_id = o.condition_concept_id
  JOIN concept AS c ON c.concept_id = a.ancestor_concept_id AND c.concept_code = ${text(codeOf(term, tree))}`;
