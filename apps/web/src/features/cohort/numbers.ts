import type { ShownCount } from '@atrium/contract';

const grouped = new Intl.NumberFormat('en-US');
const measured = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** A count with thousands separators; text such as "<11" stays as it is. */
export const shownCount = (count: ShownCount): string =>
  typeof count === 'number' ? grouped.format(count) : count;

/** A measured value with up to six significant digits. */
export const shownNumber = (value: number | null): string => (value === null ? '–' : measured.format(value));

/** How long a bar for this count is, from 0 to 1; a suppressed count counts as its bound. */
export function share(count: ShownCount, max: ShownCount): number {
  const whole = magnitude(max);
  return whole === 0 ? 0 : Math.min(1, magnitude(count) / whole);
}

export const magnitude = (count: ShownCount): number =>
  typeof count === 'number' ? count : Number(count.replace(/[^\d.]/g, '')) || 0;
