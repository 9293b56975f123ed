const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** `90` → `2 min`; `5400` → `1 h 30 min`; `200000` → `2 d 8 h`. A time is rounded up. */
export function formatDuration(seconds: number): string {
  if (seconds < minute) return 'less than a minute';
  if (seconds < hour) return `${Math.ceil(seconds / minute)} min`;
  const [large, small, unit, smallUnit] = seconds < day ? [hour, minute, 'h', 'min'] : [day, hour, 'd', 'h'];
  const total = Math.ceil(seconds / small) * small;
  const rest = Math.round((total % large) / small);
  const whole = Math.floor(total / large);
  return rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${smallUnit}`;
}
