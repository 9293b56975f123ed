import { daysOfYears, daysPerYear } from '@atrium/contract/calendar/ages';
import type { RandomStream } from '../../random/randomStream.ts';
import { type Anatomy, centers } from '../dictionary/choices.ts';
import type { PatientRow } from '../dictionary/tables.ts';
import type { Patient } from '../patient.ts';

export function patientId(patient: Patient): string {
  return `SVR-${patient.serial}`;
}

export function patientRow(patient: Patient, random: RandomStream): PatientRow {
  const fontan = patient.operations.find((operation) => operation.stage === 'Stage 3');
  return {
    patient_id: patientId(patient),
    center: random.pick(centers),
    sex: random.chance(0.59) ? 'M' : 'F',
    language: random.unless(0.05, languages(random)),
    gestational_age: random.unless(0.06, Math.min(Math.max(Math.round(random.normal(38.2, 1.7)), 27), 41)),
    fetal_diagnosis: random.unless(0.04, random.chance(0.66)),
    anatomy: patient.anatomy,
    dominant_ventricle: random.unless(0.03, dominantVentricle(patient.anatomy, random)),
    fontan_type: fontan === undefined ? null : random.unless(0.05, fontanType(random)),
    age_at_fontan: fontan === undefined ? null : Math.ceil((fontan.age / daysPerYear) * 1000) / 1000,
    status: status(patient, random),
    age_last_seen: patient.lastAge,
    age_at_death: patient.died ? duration(patient.lastAge) : null,
  };
}

function languages(random: RandomStream): string[] {
  const second = random.weighted([
    ['Spanish', 14],
    ['Mandarin', 3],
    ['Arabic', 3],
    ['Vietnamese', 2],
  ]);
  if (random.chance(0.78)) return ['English'];
  return random.chance(0.6) ? ['English', second] : [second];
}

function dominantVentricle(anatomy: Anatomy, random: RandomStream): string {
  switch (anatomy) {
    case 'Hypoplastic left heart':
      return 'Right';
    case 'Tricuspid atresia':
    case 'Double inlet left ventricle':
    case 'Pulmonary atresia with intact septum':
      return 'Left';
    default:
      return random.weighted([
        ['Right', 5],
        ['Left', 3],
        ['Indeterminate', 1],
      ]);
  }
}

function fontanType(random: RandomStream): string {
  return random.weighted([
    ['Extracardiac conduit', 74],
    ['Lateral tunnel', 22],
    ['Intra-extracardiac conduit', 4],
  ]);
}

function status({ died, operations }: Patient, random: RandomStream): string {
  if (died) return 'Deceased';
  if (random.chance(0.05)) return 'Lost to follow-up';
  const last = operations.at(-1)?.stage;
  if (last === 'Transplant') return 'Transplanted';
  return last === 'Stage 3' ? 'Alive with Fontan' : 'Alive before Fontan';
}

/** An ISO 8601 duration that reads back as the same number of days. */
function duration(days: number): string {
  const years = Math.floor((days + 0.999) / daysPerYear);
  const rest = days - daysOfYears(years);
  const months = Math.min(Math.floor(((rest + 0.999) * 12) / 365), 11);
  const left = rest - Math.floor((months * 365) / 12);
  return `P${years}Y${months}M${left}D`;
}
