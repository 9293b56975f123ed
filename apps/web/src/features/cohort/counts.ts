import type { ShownCount } from '@atrium/contract/wire/statistics';

/** The size of a count; a suppressed one such as "<11" counts as its bound. */
export const magnitude = (count: ShownCount): number =>
  typeof count === 'number' ? count : Number(count.replace(/[^\d.]/g, '')) || 0;

/** How long the bar of a count is beside the longest, from 0 to 1. */
export function share(count: ShownCount, max: ShownCount): number {
  const whole = magnitude(max);
  return whole === 0 ? 0 : Math.min(1, magnitude(count) / whole);
}
