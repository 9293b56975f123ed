import type { DayNumber } from '@atrium/contract/calendar/dayNumbers';
import type { RandomStream } from '../../random/randomStream.ts';
import type { Operation, Proband } from '../person.ts';

/** A hospital stay with the operations done in it; `discharge` is null while it lasts. */
export interface Stay {
  readonly admission: DayNumber;
  readonly discharge: DayNumber | null;
  readonly reasons: readonly string[];
  readonly operations: readonly Operation[];
}

const medicalReasons: Readonly<Record<string, number>> = {
  'Respiratory infection': 9,
  'Feeding difficulty': 7,
  'Failure to thrive': 4,
  'Heart failure': 6,
  Arrhythmia: 5,
  'Diagnostic catheterization': 8,
  Cyanosis: 4,
  Fever: 5,
  'Pleural effusion': 2,
  'Wound infection': 2,
  'Non-cardiac surgery': 5,
  Observation: 4,
};

/** All stays of a proband by day of admission; no two overlap, and every operation lies within one. */
export function makeStays(proband: Proband, random: RandomStream): Stay[] {
  const surgical = surgicalStays(proband, random);
  const medical = medicalStays(proband, random).filter(
    (stay) => !surgical.some((other) => overlap(stay, other)),
  );
  return [...surgical, ...withoutOverlaps(medical)].toSorted((a, b) => a.admission - b.admission);
}

function surgicalStays(proband: Proband, random: RandomStream): Stay[] {
  const stays: Stay[] = [];
  for (const operation of proband.operations) {
    const last = stays.at(-1);
    const planned = operation.day + daysAfter(operation, random);
    if (last !== undefined && (last.discharge ?? proband.end) >= operation.day) {
      stays[stays.length - 1] = {
        ...last,
        discharge: ending(proband, Math.max(planned, last.discharge ?? planned)),
        operations: [...last.operations, operation],
      };
      continue;
    }
    const free = last?.discharge === null || last === undefined ? proband.birth : last.discharge + 1;
    stays.push({
      admission: Math.max(operation.day - random.early(0, 4), free),
      discharge: ending(proband, planned),
      reasons: surgicalReasons(operation, random),
      operations: [operation],
    });
  }
  return diedInHospital(proband, stays);
}

/** Whoever died soon after an operation died in the stay of that operation. */
function diedInHospital(proband: Proband, stays: readonly Stay[]): Stay[] {
  return stays.map((stay, index) => {
    const operated = stay.operations.at(-1)?.day ?? stay.admission;
    const fatal = proband.died && index === stays.length - 1 && proband.end - operated <= 40;
    return fatal ? { ...stay, discharge: proband.end } : stay;
  });
}

function daysAfter({ procedure }: Operation, random: RandomStream): number {
  const complication = random.chance(procedure.complications) ? random.early(3, 30) : 0;
  if (procedure.class === 'Transplant') return random.early(12, 60) + complication;
  if (procedure.bypass === null && procedure.class !== 'Palliation') return random.early(1, 6) + complication;
  return (procedure.class === 'Palliation' ? random.early(7, 45) : random.early(4, 18)) + complication;
}

function medicalStays(proband: Proband, random: RandomStream): Stay[] {
  const [, , severe, critical] = proband.profile.severity;
  const most = severe + critical > 60 ? 4 : 2;
  return Array.from({ length: random.early(0, most) }, () => {
    const admission = proband.birth + random.early(0, proband.end - proband.birth);
    const reasons = new Set([
      random.weighted(Object.entries(medicalReasons)),
      ...(random.chance(0.35) ? [random.weighted(Object.entries(medicalReasons))] : []),
    ]);
    return {
      admission,
      discharge: ending(proband, admission + random.early(1, 14)),
      reasons: [...reasons],
      operations: [],
    };
  });
}

function surgicalReasons({ procedure }: Operation, random: RandomStream): string[] {
  const main = procedure.bypass === null ? 'Cardiac intervention' : 'Cardiac surgery';
  const others = ['Diagnostic catheterization', 'Heart failure', 'Cyanosis', 'Feeding difficulty'];
  return random.chance(0.4) ? [main, random.pick(others)] : [main];
}

/** A stay ends with the life; one that outlasts the record has not ended. */
function ending(proband: Proband, discharge: DayNumber): DayNumber | null {
  if (discharge <= proband.end) return discharge;
  return proband.died ? proband.end : null;
}

function overlap(one: Stay, other: Stay): boolean {
  return one.admission <= (other.discharge ?? Infinity) && other.admission <= (one.discharge ?? Infinity);
}

function withoutOverlaps(stays: readonly Stay[]): Stay[] {
  const kept: Stay[] = [];
  for (const stay of stays) {
    if (!kept.some((other) => overlap(stay, other))) kept.push(stay);
  }
  return kept;
}
