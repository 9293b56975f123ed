import { daysOfYears, daysPerYear } from '@atrium/contract/calendar/ages';
import type { RandomStream } from '../random/randomStream.ts';
import { familyAncestry } from './ancestry.ts';
import { type LesionGroup, sites } from './dictionary/choices.ts';
import type { Ancestry, Family, Person, Proband } from './person.ts';
import { makeProband } from './proband.ts';
import { study } from './study.ts';

interface FamilyStart {
  /** From 1. */
  readonly number: number;
  /** Number of the family's first participant, from 1. */
  readonly firstSerial: number;
  /** How many participants the package still has room for; at least 1. */
  readonly room: number;
}

const parentGroups: readonly (readonly [readonly ('Mother' | 'Father')[], number])[] = [
  [['Mother', 'Father'], 68],
  [['Mother'], 14],
  [['Father'], 3],
  [[], 15],
];

const siteWeights = [30, 22, 17, 13, 10, 8];

const parentLesions: readonly (readonly [readonly [string, LesionGroup], number])[] = [
  [['bicuspid aortic valve', 'Left-sided obstruction'], 9],
  [['secundum atrial septal defect', 'Septal defect'], 6],
  [['perimembranous ventricular septal defect', 'Septal defect'], 4],
  [['patent foramen ovale', 'Septal defect'], 4],
  [['pulmonary valve stenosis', 'Right-sided obstruction'], 2],
  [['congenital mitral regurgitation', 'Valve, coronary or other'], 2],
];

export function makeFamily(start: FamilyStart, random: RandomStream): Family {
  const ancestry = familyAncestry(random);
  const serial = (offset: number) => String(start.firstSerial + offset).padStart(6, '0');
  const proband = makeProband(serial(0), ancestry.child, random);
  const roles = random.weighted(parentGroups).slice(0, start.room - 1);
  const motherBirth = proband.birth - parentAge(30, [16, 47], random);
  return {
    id: `FAM-${String(start.number).padStart(5, '0')}`,
    site: random.weighted(sites.map((site, index) => [site, siteWeights[index] ?? 1] as const)),
    proband,
    parents: roles.map((role, index) =>
      role === 'Mother'
        ? makeParent(
            { serial: serial(index + 1), role, birth: motherBirth, ancestry: ancestry.mother },
            proband,
            random,
          )
        : makeParent(
            {
              serial: serial(index + 1),
              role,
              birth: fatherBirth(motherBirth, proband, random),
              ancestry: ancestry.father,
            },
            proband,
            random,
          ),
    ),
  };
}

/** Age in days at the birth of a child. */
function parentAge(mean: number, [low, high]: readonly [number, number], random: RandomStream): number {
  return (
    Math.floor(Math.min(Math.max(random.normal(mean, 5.6), low), high) * daysPerYear) + random.integer(0, 364)
  );
}

function fatherBirth(motherBirth: number, proband: Proband, random: RandomStream): number {
  const birth = motherBirth - Math.floor(random.normal(2, 4) * daysPerYear);
  return Math.min(birth, proband.birth - daysOfYears(17));
}

function makeParent(
  person: { serial: string; role: 'Mother' | 'Father'; birth: number; ancestry: Ancestry },
  proband: Proband,
  random: RandomStream,
): Person {
  const enrolment = Math.min(proband.enrolment + random.early(0, 90), study.cutOff);
  const lastVisit = random.integer(Math.max(enrolment, study.cutOff - 1500), study.cutOff);
  const died = random.chance(0.006);
  const lesion = random.chance(0.035) ? random.weighted(parentLesions) : null;
  return {
    ...person,
    sex: person.role === 'Mother' ? 'Female' : 'Male',
    enrolment,
    end: died ? random.integer(enrolment, study.cutOff) : lastVisit,
    died,
    lesion: lesion === null ? null : { name: lesion[0], group: lesion[1] },
  };
}
