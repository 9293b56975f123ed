import type { PlainRelease, PlainRow, PlainValue } from './plainRelease.ts';

type Values = readonly (PlainValue | undefined)[];

/** Lines of a table of the worked example (rule 1.8): the subject, then the values of the named concepts. */
const lines = (
  names: readonly string[],
  given: readonly (readonly [string, ...Values])[],
): readonly PlainRow[] =>
  given.map(([subject, ...values]) => ({
    subjects: [subject],
    values: Object.fromEntries(names.map((name, index) => [name, values[index] ?? null])),
  }));

/** The invented data of the worked example (rule 1.8), the engine's acceptance test. */
export const workedExample: PlainRelease = {
  ontologies: [
    {
      id: 'lesions',
      terms: [
        { code: 'CHD', label: 'Congenital heart disease' },
        { code: 'SEPTAL', label: 'Septal defect', parents: ['CHD'] },
        { code: 'SHUNT', label: 'Shunt lesion', parents: ['CHD'] },
        { code: 'CONO', label: 'Conotruncal defect', parents: ['CHD'] },
        {
          code: 'VSD',
          label: 'Ventricular septal defect',
          parents: ['SEPTAL', 'SHUNT'],
          synonyms: ['Hole in the heart'],
        },
        { code: 'ASD', label: 'Atrial septal defect', parents: ['SEPTAL'], alternatives: ['ASD_OLD'] },
        { code: 'TOF', label: 'Tetralogy of Fallot', parents: ['CONO'] },
      ],
    },
  ],
  collections: [
    {
      id: 'subject',
      concepts: [
        { id: 'subject_id', type: 'text' },
        { id: 'sex', type: 'category' },
        { id: 'race', type: 'category', isMultiple: true },
        { id: 'enrolled', type: 'boolean' },
        { id: 'weight', type: 'number' },
      ],
      rows: lines(
        ['subject_id', 'sex', 'race', 'enrolled', 'weight'],
        [
          ['S1', 'S1', 'F', ['Asian', 'White'], true, 10],
          ['S2', 'S2', 'M', ['White'], false, 0],
          ['S3', 'S3', null, [], null, null],
          ['S4', 'S4', 'F', ['Asian'], true, 12.5],
          ['S5', 'S5', 'M', ['Black'], null, 20],
          ['S6', 'S6', 'U', ['White', 'Black'], false, null],
        ],
      ),
    },
    {
      id: 'diagnosis',
      event: { start: 'diagnosis_date' },
      concepts: [
        { id: 'diagnosis_id', type: 'text' },
        { id: 'code', type: 'ontology', ontologyId: 'lesions' },
        { id: 'severity', type: 'category' },
        { id: 'diagnosis_date', type: 'date' },
      ],
      rows: lines(
        ['diagnosis_id', 'code', 'severity', 'diagnosis_date'],
        [
          ['S1', 'd1', 'VSD', 'mild', '2020-01-10'],
          ['S1', 'd2', 'ASD', 'severe', '2020-06-01'],
          ['S2', 'd3', 'VSD', 'severe', '2021-03-05'],
          ['S2', 'd4', 'VSD', null, '2021-03-20'],
          ['S4', 'd5', 'TOF', 'severe', null],
          ['S5', 'd6', 'XX9', 'mild', '2019-07-07'],
          ['S6', 'd7', null, null, '2022-02-02'],
        ],
      ),
    },
    {
      id: 'lab',
      event: { start: 'lab_date' },
      concepts: [
        { id: 'lab_id', type: 'text' },
        { id: 'test', type: 'category' },
        { id: 'value', type: 'number', prefilter: { conceptId: 'test', mode: 'optional' } },
        { id: 'lab_date', type: 'date' },
      ],
      rows: lines(
        ['lab_id', 'test', 'value', 'lab_date'],
        [
          ['S1', 'l1', 'HGB', 12, '2020-01-12'],
          ['S1', 'l2', 'PLT', 200, '2020-01-12'],
          ['S2', 'l3', 'HGB', 15, '2021-03-01'],
          ['S2', 'l4', 'PLT', 12, '2021-04-01'],
          ['S4', 'l5', 'HGB', null, '2020-02-01'],
          ['S5', 'l6', 'PLT', 400, '2019-07-20'],
        ],
      ),
    },
    {
      id: 'stay',
      event: { start: 'stay_start', end: 'stay_end' },
      concepts: [
        { id: 'stay_id', type: 'text' },
        { id: 'stay_start', type: 'date' },
        { id: 'stay_end', type: 'date' },
        { id: 'reasons', type: 'category', isMultiple: true },
      ],
      rows: lines(
        ['stay_id', 'stay_start', 'stay_end', 'reasons'],
        [
          ['S1', 'h1', '2020-05-28', '2020-06-05', ['surgery', 'cath']],
          ['S2', 'h2', '2021-03-01', '2021-03-10', ['cath']],
          ['S2', 'h3', '2021-05-01', null, []],
          ['S6', 'h4', '2022-01-01', '2022-01-03', ['surgery']],
        ],
      ),
    },
  ],
  defaultColumns: ['subject_id', 'sex'],
};

/** The worked example with protected dates, in all of its collections or in one. */
export const withProtectedDates = (collectionId?: string): PlainRelease => ({
  ...workedExample,
  collections: workedExample.collections.map((collection) => ({
    ...collection,
    concepts: collection.concepts.map((concept) =>
      concept.type === 'date' && (collectionId ?? collection.id) === collection.id
        ? { ...concept, hasPhi: true }
        : concept,
    ),
  })),
});
