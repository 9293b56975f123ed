import type { RootFilters } from '../question.ts';
import type { TermTree } from '../termTree.ts';
import { codeOf, intersected, type Peer, text } from './peer.ts';

/** The numbers of the attributes, as a table of lookups has them. */
const attributes = {
  sex: 1,
  age: 2,
  weight: 3,
  smoker: 4,
  enrolled: 5,
  code: 6,
  severity: 7,
  value: 8,
} as const;
type Attribute = keyof typeof attributes;

const sexes = ['Female', 'Male', 'Other'] as const;
const severities = ['mild', 'moderate', 'severe', 'critical'] as const;
const position = (of: string, list: readonly string[]): string =>
  `list_position([${list.map(text).join(', ')}], ${of})`;

/** Rows of an attribute, of subjects (`event` is null) or of conditions; at most one of the values is there. */
const rowsOf = (
  attribute: Attribute,
  coded: string,
  value: { number?: string; day?: string } = {},
): string => {
  const isOfCondition = attributes[attribute] >= attributes.code;
  const given = value.number ?? value.day ?? coded;
  return `SELECT ${isOfCondition ? 'number' : 'NULL'} AS event, subject, ${attributes[attribute]} AS attribute,
    ${coded} AS coded, ${value.number ?? 'NULL'} AS number, ${value.day ?? (isOfCondition ? 'onset' : 'NULL')} AS day
    FROM ${isOfCondition ? 'condition' : 'person'} WHERE ${given} IS NOT NULL`;
};

/** One table of entities, attributes and values, with lookups for what is coded, as OpenMRS and others keep observations. */
export const entities: Peer = {
  name: 'entity table',
  tables: [
    {
      name: 'subject',
      columns: 'subject INTEGER, subject_id TEXT',
      rows: 'SELECT subject, subject_id FROM person ORDER BY 1',
      indexes: ['PRIMARY KEY (subject)'],
    },
    {
      name: 'coded_value',
      columns: 'coded INTEGER, attribute INTEGER, label TEXT',
      rows: [
        ...sexes.map((label, index) => `SELECT ${index + 1}, ${attributes.sex}, ${text(label)}`),
        ...severities.map((label, index) => `SELECT ${index + 1}, ${attributes.severity}, ${text(label)}`),
        `SELECT 0, ${attributes.smoker}, 'false'`,
        `SELECT 1, ${attributes.smoker}, 'true'`,
        `SELECT number, ${attributes.code}, code FROM term`,
      ].join(' UNION ALL '),
      indexes: ['PRIMARY KEY (attribute, coded)', 'label, attribute'],
    },
    {
      name: 'term_parent',
      columns: 'term INTEGER, parent INTEGER',
      rows: 'SELECT number, parent FROM parent',
      indexes: ['PRIMARY KEY (parent, term)'],
    },
    {
      name: 'entity_value',
      columns:
        'event BIGINT, subject INTEGER, attribute SMALLINT, coded INTEGER, number DOUBLE PRECISION, day DATE',
      rows: [
        rowsOf('sex', position('sex', sexes)),
        rowsOf('age', 'NULL', { number: 'age' }),
        rowsOf('weight', 'NULL', { number: 'weight' }),
        rowsOf('smoker', 'smoker::INTEGER'),
        rowsOf('enrolled', 'NULL', { day: 'enrolled' }),
        rowsOf('code', 'term'),
        rowsOf('severity', position('severity', severities)),
        rowsOf('value', 'NULL', { number: 'condition.value' }),
      ].join(' UNION ALL '),
      indexes: [
        'attribute, coded, subject, day',
        'attribute, number, subject',
        'subject, attribute',
        'event, attribute',
      ],
    },
  ],
  cohort: ({ root, terms, sequence }, tree) =>
    intersected(
      [
        ...filterParts(root),
        ...terms.map(
          ({ term, atLeast }) => `SELECT subject FROM entity_value WHERE ${isBelow(term, tree)}
            GROUP BY subject ${atLeast > 1 ? `HAVING count(*) >= ${atLeast}` : ''}`,
        ),
        ...(sequence === null
          ? []
          : [
              `SELECT DISTINCT f.subject FROM (SELECT subject, day FROM entity_value WHERE ${isBelow(sequence.first, tree)}) AS f
                JOIN (SELECT subject, day FROM entity_value WHERE ${isBelow(sequence.second, tree)}) AS s
                ON s.subject = f.subject AND s.day BETWEEN f.day AND f.day + ${sequence.days}`,
            ]),
      ],
      'SELECT subject FROM subject',
    ),
  people: (columns) => {
    const joined = columns.filter((column) => column !== 'subject_id');
    const joins = joined.map(
      (column) => `LEFT JOIN entity_value AS of_${column} ON of_${column}.subject = subject.subject
        AND of_${column}.attribute = ${attributes[column]} ${
          isNumber(column)
            ? ''
            : `LEFT JOIN coded_value AS label_${column} ON label_${column}.attribute = ${attributes[column]}
        AND label_${column}.coded = of_${column}.coded`
        }`,
    );
    const cells = joined.map((column) =>
      isNumber(column) ? `of_${column}.number AS ${column}` : `label_${column}.label AS ${column}`,
    );
    return `SELECT ${['subject.subject', 'subject.subject_id', ...cells].join(', ')} FROM subject ${joins.join(' ')}`;
  },
  conditions: (column) => {
    const cell =
      column === 'value'
        ? 'v.number'
        : `(SELECT l.label FROM coded_value AS l WHERE l.attribute = ${attributes.severity} AND l.coded = v.coded)`;
    return `SELECT c.subject, ${cell} AS ${column} FROM entity_value AS c LEFT JOIN entity_value AS v
      ON v.event = c.event AND v.attribute = ${attributes[column]} WHERE c.attribute = ${attributes.code}`;
  },
  below: (terms, tree) => `SELECT n.code, v.subject FROM entity_value AS v JOIN (
    WITH RECURSIVE below (code, term) AS (
      SELECT l.label, l.coded FROM coded_value AS l WHERE l.attribute = ${attributes.code}
        AND l.label IN (${terms.map((term) => text(codeOf(term, tree))).join(', ')})
      UNION SELECT b.code, p.term FROM below AS b JOIN term_parent AS p ON p.parent = b.term)
    SELECT code, term FROM below) AS n ON n.term = v.coded WHERE v.attribute = ${attributes.code}`,
};

const isNumber = (column: string): boolean => column === 'age' || column === 'weight';

const isBelow = (term: number, tree: TermTree): string => `attribute = ${attributes.code} AND coded IN (
  WITH RECURSIVE below (term) AS (
    SELECT coded FROM coded_value WHERE attribute = ${attributes.code} AND label = ${text(codeOf(term, tree))}
    UNION SELECT p.term FROM below AS b JOIN term_parent AS p ON p.parent = b.term)
  SELECT term FROM below)`;

function filterParts({ sex, age, weight, smoker, enrolled }: RootFilters): readonly string[] {
  const part = (attribute: Attribute, test: string): string =>
    `SELECT subject FROM entity_value WHERE attribute = ${attributes[attribute]} AND ${test}`;
  const coded = (attribute: 'sex' | 'smoker', label: string): string =>
    part(
      attribute,
      `coded = (SELECT coded FROM coded_value WHERE attribute = ${attributes[attribute]} AND label = ${text(label)})`,
    );
  return [
    ...(sex === undefined ? [] : [coded('sex', sex)]),
    ...(age === undefined ? [] : [part('age', `number BETWEEN ${age.join(' AND ')}`)]),
    ...(weight === undefined ? [] : [part('weight', `number BETWEEN ${weight.join(' AND ')}`)]),
    ...(smoker === undefined ? [] : [coded('smoker', String(smoker))]),
    ...(enrolled === undefined ? [] : [part('enrolled', `day BETWEEN ${enrolled.map(text).join(' AND ')}`)]),
  ];
}
