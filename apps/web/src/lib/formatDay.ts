const spoken = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `09/14/2026` or `2026-09-14` → `September 14, 2026`; anything else stays as it is. */
export function formatDay(day: string): string {
  const iso = day.replace(/^(\d{2})\/(\d{2})\/(\d{4})$/, '$3-$1-$2');
  return /^\d{4}-\d{2}-\d{2}$/.test(iso) ? spoken.format(new Date(`${iso}T00:00:00Z`)) : day;
}
