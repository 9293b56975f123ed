import type { Story } from '../package/demoDataset.ts';
import type { RandomStream } from '../random/randomStream.ts';
import type {
  MedicationRow,
  OperationRow,
  PatientRow,
  SaturationRow,
  StayRow,
  VisitRow,
} from './dictionary/tables.ts';
import type { Patient } from './patient.ts';
import { patientRow } from './records/background.ts';
import { medicationRows, operationRows, stayRows } from './records/care.ts';
import { saturationRows, visitRows } from './records/followUp.ts';

type PatientRows = {
  readonly patient: readonly PatientRow[];
  readonly operation: readonly OperationRow[];
  readonly stay: readonly StayRow[];
  readonly visit: readonly VisitRow[];
  readonly medication: readonly MedicationRow[];
  readonly saturation: readonly SaturationRow[];
};

/** Everything that the registry records of one patient. */
export function patientStory(patient: Patient, random: RandomStream): Story {
  const rows: PatientRows = {
    patient: [patientRow(patient, random)],
    operation: operationRows(patient),
    stay: stayRows(patient, random),
    visit: visitRows(patient, random),
    medication: medicationRows(patient, random),
    saturation: saturationRows(patient, random),
  };
  return { subjects: 1, rows };
}
