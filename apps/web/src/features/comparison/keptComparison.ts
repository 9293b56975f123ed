import type { SavedComparison } from '@atrium/contract/endpoints/savedComparison';
import { type ComparisonAddress, writeComparison } from './comparisonAddress.ts';
import { type ChosenTimes, settingsOf } from './comparisonQueries.ts';
import { horizonOf, type PointRole, pointOf, pointRoles, writePoint } from './timeChoices.ts';

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

/** What a report keeps of the page; null while there is nothing to compare. */
export function comparisonToSave(
  { groups, concepts }: ComparisonAddress,
  address: TimeAddress,
): SavedComparison | null {
  if (groups.length === 0) return null;
  const times = chosenTimes(address);
  const saved = { groups: [...groups], concepts: [...concepts] };
  if (times === null) return saved;
  return { ...saved, curves: settingsOf(times) };
}

/** The address of a comparison that a report keeps. */
export function addressOf({ groups, concepts, curves }: SavedComparison) {
  const points = pointRoles.map((role) => {
    const point = curves?.[role];
    return [role, point === undefined ? undefined : writePoint(point)] as const;
  });
  return {
    ...writeComparison({ groups, concepts }),
    ...Object.fromEntries(points),
    horizon: curves?.horizon === undefined ? undefined : String(curves.horizon),
  };
}

export const isSameComparison = (one: SavedComparison, other: SavedComparison): boolean =>
  JSON.stringify(addressOf(one)) === JSON.stringify(addressOf(other));
