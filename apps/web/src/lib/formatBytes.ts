const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;
const step = 1000;

/** A size in decimal units: `640 B`, `12.4 kB`, `1.5 GB`. */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= step && unit < units.length - 1) {
    size /= step;
    unit += 1;
  }
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${units[unit]}`;
}
