import type { CombinableChoice, GroupChoice } from '@atrium/contract/endpoints/comparison';
import type { SavedComparison } from '@atrium/contract/endpoints/savedComparison';
import { type ComparisonAddress, parseGroup, writeComparison, writeGroup } from './comparisonAddress.ts';
import {
  type ChosenPathway,
  type ChosenTimes,
  horizonOf,
  type PointRole,
  pathwayToKeep,
  pointOf,
  pointRoles,
  pointsOf,
  readSteps,
  settingsOf,
  writePoint,
  writeSteps,
} from './timeChoices.ts';

/** The settings of curves as the address says them. */
export type TimeAddress = Readonly<Partial<Record<PointRole | 'horizon', string | undefined>>>;

/** The settings of curves; null while some are not chosen. */
export function chosenTimes(address: TimeAddress): ChosenTimes | null {
  const point = (role: PointRole) => pointOf(address[role]);
  const [zero, end, last] = [point('zero'), point('end'), point('last')];
  if (zero === undefined || end === undefined || last === undefined) return null;
  return {
    ...{ zero, end, last, entry: point('entry'), competing: point('competing') },
    horizon: horizonOf(address.horizon),
  };
}

/** The pathway as the address of the page says it; curves have the same last contact. */
export interface PathwayAddress {
  readonly of?: string | undefined;
  readonly stages?: string | undefined;
  readonly exits?: string | undefined;
  readonly last?: string | undefined;
}

export const isCombinable = (choice: GroupChoice): choice is CombinableChoice =>
  choice.kind !== 'rest' && choice.kind !== 'values';

/** The active cohort unless the address names another group. */
function groupOf(text: string | undefined): CombinableChoice {
  const choice = parseGroup(text ?? 'cohort');
  return choice !== null && isCombinable(choice) ? choice : { kind: 'cohort' };
}

/** The pathway of an address; with fewer than two stages it is not chosen yet. */
export const pathwayIn = ({ of, stages, exits, last }: PathwayAddress): ChosenPathway => ({
  ...{ group: groupOf(of), stages: pointsOf(readSteps(stages)), exits: pointsOf(readSteps(exits)) },
  last: pointOf(last),
});

/** What a report keeps of the page; null while there is nothing to compare. */
export function comparisonToSave(
  { groups, concepts }: ComparisonAddress,
  address: TimeAddress & PathwayAddress,
): SavedComparison | null {
  if (groups.length === 0) return null;
  const times = chosenTimes(address);
  const pathway = pathwayIn(address);
  return {
    ...{ groups: [...groups], concepts: [...concepts] },
    ...(times === null ? {} : { curves: settingsOf(times) }),
    ...(pathway.stages.length < 2 ? {} : { pathway: pathwayToKeep(pathway) }),
  };
}

/** The address of a comparison that a report keeps. */
export function addressOf({ groups, concepts, curves, pathway }: SavedComparison) {
  const points = pointRoles.map((role) => {
    const point = curves?.[role] ?? (role === 'last' ? pathway?.last : undefined);
    return [role, point === undefined ? undefined : writePoint(point)] as const;
  });
  return {
    ...writeComparison({ groups, concepts }),
    ...Object.fromEntries(points),
    horizon: curves?.horizon === undefined ? undefined : String(curves.horizon),
    of: pathway === undefined ? undefined : writeGroup(pathway.group),
    stages: pathway === undefined ? undefined : writeSteps(pathway.stages.map(writePoint)),
    exits: pathway === undefined ? undefined : writeSteps(pathway.exits.map(writePoint)),
  };
}

export const isSameComparison = (one: SavedComparison, other: SavedComparison): boolean =>
  JSON.stringify(addressOf(one)) === JSON.stringify(addressOf(other));
