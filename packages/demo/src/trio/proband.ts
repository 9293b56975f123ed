import { daysOfYears } from '@atrium/contract/calendar/ages';
import type { RandomStream } from '../random/randomStream.ts';
import { type LesionProfile, lesionProfiles } from './lesions/lesions.ts';
import { type Life, operate } from './operations.ts';
import type { Ancestry, Proband } from './person.ts';
import { study } from './study.ts';

const sporadicDown = 0.004;

export function makeProband(serial: string, ancestry: Ancestry, random: RandomStream): Proband {
  const profile = random.weighted(lesionProfiles);
  const syndrome = drawSyndrome(profile, random);
  const [operations, life] = operate(profile.course, drawLife(profile, random), random);
  return {
    serial,
    role: 'Proband',
    sex: syndrome === 'turner' || !random.chance(profile.male) ? 'Female' : 'Male',
    ...life,
    ancestry,
    profile,
    lesion: { name: random.weighted(profile.primary), group: profile.group },
    prenatal: life.birth >= study.opening - daysOfYears(15) && random.chance(profile.prenatal),
    syndrome,
    operations,
  };
}

function drawLife(profile: LesionProfile, random: RandomStream): Life {
  const enrolment = random.integer(study.opening, study.lastEnrolment);
  const age = Math.min(enrolmentAge(random), daysOfYears(profile.eldest) - random.integer(0, 365));
  const died = random.chance(profile.lateDeaths);
  const lastVisit = random.integer(Math.max(enrolment, study.cutOff - 1000), study.cutOff);
  const end = died ? random.integer(enrolment, study.cutOff) : lastVisit;
  return { birth: enrolment - age, enrolment, end, died };
}

function enrolmentAge(random: RandomStream): number {
  const [from, to] = random.weighted([
    [[0, 364], 45],
    [[365, daysOfYears(18)], 40],
    [[daysOfYears(18), daysOfYears(46)], 15],
  ] as const);
  return random.early(from, to);
}

function drawSyndrome(profile: LesionProfile, random: RandomStream): string | null {
  for (const [syndrome, share] of profile.syndromes) {
    if (random.chance(share)) return syndrome;
  }
  return random.chance(sporadicDown) ? 'down' : null;
}
