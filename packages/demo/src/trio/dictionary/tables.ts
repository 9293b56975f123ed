import type { Table } from '../../package/table.ts';
import { fileParticipantTable, fileTable } from './fileTables.ts';
import { assayTable, findingTable, variantTable } from './geneticTables.ts';
import { diagnosisTable, echoTable, surgeryTable } from './heartTables.ts';
import { participantTable } from './participant.ts';
import { stayTable } from './stayTable.ts';

export const trioTables: readonly Table[] = [
  participantTable,
  diagnosisTable,
  surgeryTable,
  stayTable,
  echoTable,
  variantTable,
  assayTable,
  findingTable,
  fileTable,
  fileParticipantTable,
];
