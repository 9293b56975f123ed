import { whyLeftOut } from '../package/describedTable.ts';

/**
 * What can be wrong with a value, a row, a file or a resource without refusing the package, in words (rule 10.2). Of a
 * value nothing is said about its row, which may be skipped for another reason (rule 10.44).
 */
export const problemMessages = {
  notAnInteger: 'not a whole number',
  notANumber: 'not a number',
  notABoolean: 'neither true nor false',
  notADate: 'not a date in the declared format',
  notAYear: 'not a year',
  notADuration: 'not an ISO 8601 duration',
  notAnAge: 'too large for an age',
  inexactInteger:
    'beyond 2^53: rounded in questions; shown exactly if all values of the column have at most 64 bits',
  unknownTerm: 'not in the ontology; an unknown code',
  obsoleteTerm: 'obsolete in the ontology and not replaced; an unknown code',
  unknownParent: 'a parent that the ontology does not hold; left out',
  contestedAlternative: 'an alternative id that leads to several terms; the first of them is used',
  namelessTerm: 'an obsolete term without a name; known by its code',
  undeclaredValue: 'not among the declared values; not changed',
  belowMinimum: 'below the declared minimum; not changed',
  aboveMaximum: 'above the declared maximum; not changed',
  patternMismatch: 'not of the declared pattern; not changed',
  tooShort: 'shorter than declared; not changed',
  tooLong: 'longer than declared; not changed',
  required: 'required but missing',
  notUnique: 'declared unique but repeated; kept',
  repeatedKey: 'repeats the primary key of an earlier row; kept',
  endsBeforeStart: 'ends before it starts; kept',
  cellCount: 'more or fewer cells than columns; missing cells are null, further ones ignored',
  missingSubject: 'names no subject; row skipped',
  unknownSubject: 'names a subject that does not exist; row skipped',
  unlinkedRow: 'no subject is linked to it; row skipped',
  unknownLinkSubject: 'links to a subject that does not exist; link ignored',
  unknownLinkRow: 'links to a row that does not exist; link ignored',
  unknownRelated: 'names a row that does not exist; the link is ignored, the row kept',
  missingColumn: 'the file lacks this column, which is not loaded',
  emptyColumn: 'the file lacks this column, as the package allows; its values are missing',
  undescribedColumn: 'the file has a column that the package does not describe; ignored',
  incompleteFile: 'required of a file but missing; the file is left out',
  badFileValue: 'not a value that a file may have here; the file is left out',
  unsafeText:
    'holds a line break, a control character or a sign that turns the direction of text; the file is left out',
  formulaId: 'begins like a formula of a spreadsheet, which a manifest would run; the file is left out',
  badFileLocation: 'neither a path within the storage nor an https or s3 address; the file is left out',
  unknownFileSubject: 'names a subject that does not exist; the file is left out',
  missingFile: 'there is no such file in the package or the storage; left out',
  fileSize: 'the file that is there has another size; left out',
  fileChecksum: 'the file that is there has another checksum; left out',
  noSubjects: 'none of its rows is a subject, so the dataset is empty',
  outsidePackage: `${whyLeftOut.outsidePackage}; not loaded`,
  notATable: `${whyLeftOut.notATable}; not loaded`,
  notConnected: `${whyLeftOut.notConnected}; not loaded`,
} as const;

export type ProblemKind = keyof typeof problemMessages;

/** All kinds, in their order. */
export const problemKinds: readonly ProblemKind[] = Object.keys(problemMessages).filter(
  (kind): kind is ProblemKind => kind in problemMessages,
);
