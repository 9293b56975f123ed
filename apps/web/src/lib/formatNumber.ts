const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const measured = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });

/** `12806` → `12,806`; a suppressed count such as `<5` stays as it is. */
export const formatCount = (count: number | string): string =>
  typeof count === 'number' ? whole.format(count) : count;

/** A measured value with up to six significant digits. */
export const formatNumber = (value: number): string => measured.format(value);

/** A value with all its digits, as a bound that somebody types again must be. */
export const formatExact = (value: number): string => exact.format(value);
