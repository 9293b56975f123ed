import type { PlainRelease } from '../../testing/plainRelease.ts';

/**
 * Visits with readings taken at them, notes written about them, and samples that subjects share. Reading 4 names no
 * visit, visit 3 has no reading, reading 5 names a visit of another subject, and P4 has no rows at all.
 */
export const clinic: PlainRelease = {
  collections: [
    {
      id: 'person',
      concepts: [
        { id: 'person_id', type: 'text', hasPhi: true, link: 'https://example.org/{value}?q=1' },
        { id: 'birth', type: 'date', hasPhi: true },
        { id: 'age', type: 'age' },
        { id: 'secret', type: 'text', hasPhi: true },
      ],
      rows: [
        { subjects: ['P1'], values: { person_id: 'P1', birth: '2001-05-06', age: 6209 } },
        { subjects: ['P2'], values: { person_id: 'P2', birth: '2001-11-30', age: 400 } },
        { subjects: ['P3'], values: { person_id: 'P 3', birth: '2003-01-01', age: 0 } },
        { subjects: ['P4'], values: { person_id: 'P4' } },
      ],
    },
    {
      id: 'visit',
      event: { start: 'visit_date' },
      concepts: [
        { id: 'visit_id', type: 'text' },
        { id: 'kind', type: 'category', declaredValues: ['clinic', 'ward'] },
        { id: 'visit_date', type: 'date', hasPhi: true },
      ],
      rows: [
        { subjects: ['P1'], values: { visit_id: 'v1', kind: 'clinic', visit_date: '2020-01-01' } },
        { subjects: ['P1'], values: { visit_id: 'v2', kind: 'ward', visit_date: '2020-02-01' } },
        { subjects: ['P2'], values: { visit_id: 'v3', kind: 'clinic', visit_date: '2021-03-01' } },
      ],
    },
    {
      id: 'reading',
      concepts: [
        { id: 'reading_id', type: 'text' },
        { id: 'pulse', type: 'number', isInteger: true },
      ],
      related: [{ collectionId: 'visit', others: [[1], [1], [2], [], [3]] }],
      rows: [
        { subjects: ['P1'], values: { reading_id: 'r1', pulse: 60 } },
        { subjects: ['P1'], values: { reading_id: 'r2', pulse: 70 } },
        { subjects: ['P1'], values: { reading_id: 'r3', pulse: 80 } },
        { subjects: ['P2'], values: { reading_id: 'r4', pulse: 90 } },
        { subjects: ['P1'], values: { reading_id: 'r5', pulse: 100 } },
      ],
    },
    {
      id: 'note',
      concepts: [
        { id: 'note_id', type: 'text' },
        { id: 'topics', type: 'text', isMultiple: true },
      ],
      related: [{ collectionId: 'visit', others: [[1, 2], [2]] }],
      rows: [
        { subjects: ['P1'], values: { note_id: 'n1', topics: ['=cmd', 'plan'] } },
        { subjects: ['P1'], values: { note_id: 'n2', topics: ['plan'] } },
      ],
    },
    {
      id: 'sample',
      sharedRows: true,
      concepts: [
        { id: 'sample_id', type: 'text' },
        { id: 'volume', type: 'number' },
      ],
      rows: [
        { subjects: ['P1', 'P2'], values: { sample_id: 's1', volume: 5 } },
        { subjects: ['P2'], values: { sample_id: 's2', volume: 7 } },
      ],
    },
  ],
  defaultColumns: ['person_id', 'age'],
};
