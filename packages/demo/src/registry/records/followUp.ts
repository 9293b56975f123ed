import { daysOfYears, daysPerYear } from '@atrium/contract/calendar/ages';
import type { RandomStream } from '../../random/randomStream.ts';
import { functionalClasses, settings } from '../dictionary/choices.ts';
import type { SaturationRow, VisitRow } from '../dictionary/tables.ts';
import type { Patient } from '../patient.ts';
import { patientId } from './background.ts';
import { numbered } from './care.ts';

const summaries = [
  'Doing well, no change.',
  'Growing along the curve.',
  'Less stamina than last year.',
  'Catheterization planned.',
  'Medicines adjusted, see again in three months.',
];

const youngestExercise = daysOfYears(7);

const settingWeights: Readonly<Record<(typeof settings)[number], number>> = {
  'Room air at rest': 8,
  'With oxygen': 4,
  'Peak exercise': 4,
  Asleep: 2,
};

const settingShifts: Readonly<Record<(typeof settings)[number], number>> = {
  'Room air at rest': 0,
  'With oxygen': 4,
  'Peak exercise': -5,
  Asleep: -1.5,
};

export function visitRows(patient: Patient, random: RandomStream): VisitRow[] {
  const decline = random.fraction();
  return agesSeen(patient, random.integer(3, 12), random).map((age, index) => ({
    visit_id: numbered('VS', patient, index),
    patient_id: patientId(patient),
    age,
    weight: random.unless(0.05, weight(age, random)),
    functional_class: random.unless(0.07, functionalClass(decline, random)),
    ejection_fraction: random.unless(0.12, Math.round(random.normal(58 - decline * 14, 5))),
    summary: random.unless(0.3, random.pick(summaries)),
  }));
}

export function saturationRows(patient: Patient, random: RandomStream): SaturationRow[] {
  return agesSeen(patient, random.integer(4, 20), random).map((age) => {
    const possible = settings.filter((name) => name !== 'Peak exercise' || age >= youngestExercise);
    const setting = random.weighted(possible.map((name) => [name, settingWeights[name]] as const));
    const reading = random.normal(defaultSaturation(patient, age) + settingShifts[setting], 3);
    return {
      patient_id: patientId(patient),
      age,
      setting: random.unless(0.04, setting),
      value: random.unless(0.05, Math.round(Math.min(Math.max(reading, 45), 100))),
    };
  });
}

/** A Fontan circulation or a transplant brings the saturation close to normal. */
function defaultSaturation(patient: Patient, age: number): number {
  const done = patient.operations
    .filter((operation) => operation.age <= age)
    .map((operation) => operation.stage);
  if (done.includes('Transplant')) return 98;
  if (done.includes('Stage 3')) return 93;
  return done.includes('Stage 2') ? 84 : 79;
}

function agesSeen(patient: Patient, count: number, random: RandomStream): number[] {
  const ages = Array.from({ length: count }, () => random.early(0, patient.lastAge));
  return [...new Set(ages)].toSorted((a, b) => a - b);
}

function weight(age: number, random: RandomStream): number {
  const years = age / daysPerYear;
  const usual = years < 1 ? 3.2 + 5.6 * years : Math.min(8.8 + (years - 1) * 3, 64);
  return Math.round(usual * random.normal(1, 0.1) * 10) / 10;
}

function functionalClass(decline: number, random: RandomStream): string {
  const level = Math.floor(decline * decline * 3 + random.fraction());
  return functionalClasses[Math.min(level, 3)] ?? 'I';
}
