import type { ImportReport } from '@atrium/warehouse';
import { expect, it } from 'vitest';
import { presentProgress, presentReport } from './presentImport.ts';

it('a report has the live dataset, the rows of each table and the content of the dictionary', () => {
  expect(presentReport(report, { dryRun: false })).toEqual([
    'Dataset small (version 1.2) is live: 10,580 subjects, imported in 1.2 s.',
    '  rows of            read      loaded     skipped',
    '  participant      10,580      10,580           0',
    '  visit                 3           2           1',
    '  1 concept, 2 collections, 0 categories, ontology hpo of 19,408 terms',
    '  No problems.',
  ]);
});

it('progress has how far the reading is as a number, beside the words', () => {
  const read = { phase: 'read', collection: 'visit', rows: 1200, bytesRead: 62, bytesTotal: 100 } as const;
  expect(presentProgress(read)).toEqual({ step: 'reading visit', detail: '1,200 rows, 62 %', percent: 62 });
  expect(presentProgress({ ...read, phase: 'store' })).toEqual({ step: 'storing visit', detail: null });
});

it('a report says how many files there are to download, and how far they were compared', () => {
  const counted = { collection: 'file', read: 1_421, loaded: 1_420, skipped: 1, bytes: 31_250_000_000 };
  const files = { ...counted, found: 1_400, verified: 7, copied: 0 };
  const lines = presentReport({ ...report, files }, { dryRun: false });
  expect(lines[4]).toBe('  file              1,421       1,420           1');
  expect(lines[5]).toBe(
    '  1,420 files to download, 31.25 GB: 1,400 found with their size, 7 with their checksum, 0 copied to the storage',
  );
});

it('a report counts the numbers, words and bounds of a column, and quotes none (rules 2.23 and 10.30)', () => {
  const numberWords = [{ field: 'visit.lactate', numbers: 1204, words: 12, bounds: 9, different: 1 }];
  expect(presentReport({ ...report, numberWords }, { dryRun: false })).toContain(
    '  visit.lactate: 1,204 numbers and 12 words (1 different), of which 9 are bounds',
  );
});

it.each([true, false])('a report says first what the package would open: dry run %s', (isDryRun) => {
  const unconfirmed = [{ key: 'smallCountThreshold' as const, proposed: 0, inForce: 11 }];
  expect(presentReport({ ...report, unconfirmed }, { dryRun: isDryRun }).slice(0, 2)).toEqual([
    'The package would open more than is open now. This is NOT in force until a steward confirms it:',
    '  - smallCountThreshold: 0 (in force: 11)',
  ]);
});

it('a report of a dry run says that nothing was changed', () => {
  const [first] = presentReport(report, { dryRun: true });
  expect(first).toBe('Dataset small (version 1.2) can be imported: 10,580 subjects; nothing was changed.');
});

it('each kind of problem has its count and examples with file and line', () => {
  const lines = presentReport(
    {
      ...report,
      problems: [
        {
          collection: 'visit',
          field: 'weight',
          conceptId: null,
          isOpen: true,
          kind: 'notANumber',
          message: 'not a number',
          count: 1200,
          examples: [{ file: 'visit.csv', line: 7, value: 'heavy "very"' }],
        },
        {
          collection: 'visit',
          field: null,
          conceptId: null,
          isOpen: true,
          kind: 'cellCount',
          message: 'cells',
          count: 1,
          examples: [],
        },
      ],
    },
    { dryRun: false },
  );
  expect(lines.slice(5)).toEqual([
    '  1,201 problems of 2 kinds:',
    '  - visit.weight: not a number (1,200)',
    '      visit.csv:7 "heavy \\"very\\""',
    '  - visit: cells (1)',
  ]);
});

it('warnings stand behind the problems', () => {
  const lines = presentReport({ ...report, warnings: ['Ages in days are open.'] }, { dryRun: false });
  expect(lines.slice(-2)).toEqual(['  No problems.', '  Warning: Ages in days are open.']);
});

const report: ImportReport = {
  datasetId: 'small',
  package: { name: 'small', title: 'Small', description: '', version: '1.2', created: null },
  settings: {},
  subjects: 10_580,
  collections: [
    { collection: 'participant', read: 10_580, loaded: 10_580, skipped: 0 },
    { collection: 'visit', read: 3, loaded: 2, skipped: 1 },
  ],
  files: null,
  problems: [],
  warnings: [],
  identifiers: [],
  numberWords: [],
  dataUse: null,
  dictionary: { collections: 2, concepts: 1, categories: 0, ontologies: [{ id: 'hpo', terms: 19_408 }] },
  durationMs: 1234,
};
