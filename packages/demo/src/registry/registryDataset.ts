import type { DemoDataset, Story, StoryRequest } from '../package/demoDataset.ts';
import { type RandomStream, randomStream } from '../random/randomStream.ts';
import { registryDescriptor } from './dictionary/descriptor.ts';
import {
  type MedicationRow,
  type OperationRow,
  type PatientRow,
  registryTables,
  type SaturationRow,
  type StayRow,
  type VisitRow,
} from './dictionary/tables.ts';
import { makePatient, type Patient } from './patient.ts';
import { patientRow } from './records/background.ts';
import { medicationRows, operationRows, stayRows } from './records/care.ts';
import { saturationRows, visitRows } from './records/followUp.ts';

/** The dataset `registry`: patients with one ventricle, followed by age, without families, dates or an ontology. */
export const registryDataset: DemoDataset = {
  descriptor: registryDescriptor,
  tables: registryTables,
  documents: [],
  subjects: 800,
  stories,
};

function* stories({ subjects, seed }: StoryRequest): Iterable<Story> {
  for (let number = 1; number <= subjects; number += 1) {
    const random = randomStream(seed, number);
    yield patientStory(makePatient(number, random), random);
  }
}

type PatientRows = {
  readonly patient: readonly PatientRow[];
  readonly operation: readonly OperationRow[];
  readonly stay: readonly StayRow[];
  readonly visit: readonly VisitRow[];
  readonly medication: readonly MedicationRow[];
  readonly saturation: readonly SaturationRow[];
};

/** Everything that the registry records of one patient. */
function patientStory(patient: Patient, random: RandomStream): Story {
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
