import type { RandomStream } from '../../random/randomStream.ts';
import type { MedicationRow, OperationRow, StayRow } from '../dictionary/tables.ts';
import type { Patient } from '../patient.ts';
import { patientId } from './background.ts';

interface Drug {
  readonly name: string;
  readonly class: string;
  readonly dose: number;
  /** Share of patients who ever take it. */
  readonly share: number;
}

const drugs: readonly Drug[] = [
  { name: 'Aspirin', class: 'Antithrombotic', dose: 4, share: 0.9 },
  { name: 'Warfarin', class: 'Antithrombotic', dose: 0.12, share: 0.2 },
  { name: 'Furosemide', class: 'Diuretic', dose: 2, share: 0.75 },
  { name: 'Spironolactone', class: 'Diuretic', dose: 1.5, share: 0.35 },
  { name: 'Enalapril', class: 'ACE inhibitor', dose: 0.3, share: 0.45 },
  { name: 'Sildenafil', class: 'Pulmonary vasodilator', dose: 2.5, share: 0.25 },
  { name: 'Amiodarone', class: 'Antiarrhythmic', dose: 5, share: 0.06 },
  { name: 'Digoxin', class: 'Antiarrhythmic', dose: 0.009, share: 0.3 },
];

const complications = [
  'Pleural effusion',
  'Chylothorax',
  'Arrhythmia',
  'Infection',
  'Stroke',
  'Thrombosis',
  'Protein-losing enteropathy',
] as const;

const medicalReasons = [
  'Respiratory infection',
  'Feeding problem',
  'Catheterization',
  'Arrhythmia',
  'Effusion',
];

interface PlannedStay {
  readonly admitted: number;
  readonly days: number;
  readonly reason: string;
}

export function operationRows(patient: Patient): OperationRow[] {
  return patient.operations.map((operation, index) => ({
    operation_id: numbered('OP', patient, index),
    patient_id: patientId(patient),
    age: operation.age,
    stage: operation.stage,
    procedure: operation.procedure,
    survived: operation.survived,
  }));
}

export function stayRows(patient: Patient, random: RandomStream): StayRow[] {
  const surgical = patient.operations.map(({ age, stage }) => ({
    admitted: Math.max(0, age - random.early(0, 3)),
    days: stage === 'Stage 1' ? random.early(14, 80) : random.early(6, 35),
    reason: stage === 'Transplant' ? 'Transplant' : 'Staged operation',
  }));
  const medical = Array.from({ length: random.early(0, 5) }, () => ({
    admitted: random.early(0, patient.lastAge),
    days: random.early(1, 15),
    reason: random.pick(medicalReasons),
  }));
  return apart([...surgical, ...medical]).map((stay, index) => stayRow(patient, { stay, index }, random));
}

export function medicationRows(patient: Patient, random: RandomStream): MedicationRow[] {
  const courses = drugs
    .filter((drug) => random.chance(drug.share))
    .map((drug) => ({ drug, started: random.early(1, Math.max(1, Math.min(patient.lastAge, 2500))) }))
    .filter(({ started }) => started <= patient.lastAge)
    .toSorted((a, b) => a.started - b.started);
  return courses.map(({ drug, started }, index) => {
    const stopped = started + random.early(30, 4000);
    return {
      medication_id: numbered('MD', patient, index),
      patient_id: patientId(patient),
      age_started: started,
      age_stopped: stopped > patient.lastAge ? null : stopped,
      drug: drug.name,
      class: drug.class,
      dose: random.unless(0.06, Math.round(drug.dose * random.normal(1, 0.2) * 1000) / 1000),
    };
  });
}

export function numbered(mark: string, patient: Patient, index: number): string {
  return `${mark}${patient.serial}-${index + 1}`;
}

function stayRow(
  patient: Patient,
  { stay, index }: { stay: PlannedStay; index: number },
  random: RandomStream,
): StayRow {
  const discharged = Math.min(stay.admitted + stay.days, patient.lastAge);
  const suffered = complications.filter(() =>
    random.chance(stay.reason === 'Staged operation' ? 0.13 : 0.03),
  );
  const intensive = stay.reason === 'Staged operation' ? random.early(2, stay.days) : random.early(0, 3);
  return {
    stay_id: numbered('ST', patient, index),
    patient_id: patientId(patient),
    age_admitted: stay.admitted,
    age_discharged: random.unless(0.02, discharged),
    reason: random.unless(0.03, stay.reason),
    complications: suffered.length === 0 ? null : suffered,
    intensive_care_days: random.unless(0.05, Math.min(intensive, discharged - stay.admitted)),
  };
}

/** The stays by age, without those that begin before an earlier one has ended. */
function apart(stays: readonly PlannedStay[]): PlannedStay[] {
  const kept: PlannedStay[] = [];
  for (const stay of stays.toSorted((a, b) => a.admitted - b.admitted)) {
    const last = kept.at(-1);
    if (last === undefined || last.admitted + last.days < stay.admitted) kept.push(stay);
  }
  return kept;
}
