import { daysOfYears } from '@atrium/contract/calendar/ages';
import type { RandomStream } from '../random/randomStream.ts';
import type { Anatomy, StageName } from './dictionary/choices.ts';

export interface StagedOperation {
  readonly stage: StageName;
  readonly procedure: string;
  readonly age: number;
  readonly survived: boolean;
}

/** A patient of the registry, all times as ages in days; nothing happens after `lastAge`. */
export interface Patient {
  readonly serial: string;
  readonly anatomy: Anatomy;
  readonly operations: readonly StagedOperation[];
  readonly lastAge: number;
  readonly died: boolean;
}

interface Stage {
  readonly name: StageName;
  readonly share: number;
  readonly age: readonly [number, number];
  readonly mortality: number;
}

const stages: readonly Stage[] = [
  { name: 'Stage 1', share: 1, age: [2, 45], mortality: 0.09 },
  { name: 'Stage 2', share: 0.95, age: [105, 280], mortality: 0.025 },
  { name: 'Stage 3', share: 0.92, age: [daysOfYears(2), daysOfYears(5)], mortality: 0.015 },
  { name: 'Transplant', share: 0.05, age: [daysOfYears(5), daysOfYears(22)], mortality: 0.07 },
];

const anatomyWeights: readonly (readonly [Anatomy, number])[] = [
  ['Hypoplastic left heart', 44],
  ['Tricuspid atresia', 17],
  ['Double inlet left ventricle', 13],
  ['Unbalanced atrioventricular septal defect', 9],
  ['Pulmonary atresia with intact septum', 9],
  ['Heterotaxy with single ventricle', 8],
];

export function makePatient(number: number, random: RandomStream): Patient {
  const anatomy = random.weighted(anatomyWeights);
  const followed = random.early(60, daysOfYears(26));
  const diesLate = random.chance(0.06);
  const { operations, lastAge, died } = operate(anatomy, followed, random);
  return {
    serial: String(number).padStart(4, '0'),
    anatomy,
    operations,
    lastAge,
    died: died || diesLate,
  };
}

/** Each stage needs the one before it, and a fatal operation ends the story. */
function operate(anatomy: Anatomy, followed: number, random: RandomStream) {
  const operations: StagedOperation[] = [];
  for (const { name, share, age: range, mortality } of stages) {
    const age = random.early(...range);
    if (age > followed || !random.chance(share)) break;
    const survived = !random.chance(mortality);
    operations.push({ stage: name, procedure: procedure(name, anatomy, random), age, survived });
    if (!survived) return { operations, lastAge: age + random.early(0, 30), died: true };
  }
  return { operations, lastAge: followed, died: false };
}

function procedure(stage: StageName, anatomy: Anatomy, random: RandomStream): string {
  if (stage === 'Stage 2') return random.chance(0.88) ? 'Bidirectional Glenn' : 'Hemi-Fontan';
  if (stage === 'Stage 3') return 'Fontan completion';
  if (stage === 'Transplant') return 'Heart transplantation';
  const left = anatomy === 'Hypoplastic left heart';
  return random.weighted([
    ['Norwood procedure', left ? 88 : 10],
    ['Hybrid palliation', left ? 12 : 1],
    ['Systemic-to-pulmonary shunt', left ? 0 : 60],
    ['Pulmonary artery banding', left ? 0 : 29],
  ]);
}
