const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (given: number): string => whole.format(given);

export const milliseconds = (ms: number): string => (ms < 10 ? `${ms.toFixed(1)} ms` : `${count(ms)} ms`);

const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** A size in decimal units: `346 MB`, `1.5 TB`. */
export function bytes(given: number): string {
  const unit = given < 1 ? 0 : Math.min(Math.floor(Math.log10(given) / 3), units.length - 1);
  const size = given / 1000 ** unit;
  return `${size.toFixed(unit === 0 || size >= 100 ? 0 : 1)} ${units[unit] ?? 'B'}`;
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** A span of time by its largest unit: `3 days`, `1 hour`, `less than a minute`. */
export function duration(seconds: number): string {
  for (const [name, length] of spans) {
    const many = Math.floor(seconds / length);
    if (many >= 1) return `${count(many)} ${name}${many === 1 ? '' : 's'}`;
  }
  return 'less than a minute';
}

export const ago = (ms: number): string => `${duration(ms / 1000)} ago`;
