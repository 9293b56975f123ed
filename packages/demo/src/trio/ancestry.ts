import type { RandomStream } from '../random/randomStream.ts';
import type { Ancestry } from './person.ts';

const races = [
  ['White', 70],
  ['Black or African American', 13.5],
  ['Asian', 6.5],
  ['American Indian or Alaska Native', 1.6],
  ['Native Hawaiian or Pacific Islander', 0.5],
  ['Other', 5],
] as const;

/** Ancestry of a mother and a father, who most often share it, and of their child, who has both. */
export function familyAncestry(random: RandomStream): Record<'mother' | 'father' | 'child', Ancestry> {
  const mother = drawAncestry(random);
  const father = random.chance(0.88) ? mother : drawAncestry(random);
  return {
    mother,
    father,
    child: {
      race: [...new Set([...mother.race, ...father.race])],
      hispanic: mother.hispanic || father.hispanic,
    },
  };
}

function drawAncestry(random: RandomStream): Ancestry {
  const first = random.weighted(races);
  const race = random.chance(0.03) ? [...new Set([first, random.weighted(races)])] : [first];
  return { race, hispanic: random.chance(first === 'Other' ? 0.75 : 0.15) };
}
