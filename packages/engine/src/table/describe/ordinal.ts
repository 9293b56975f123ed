const suffixes = ['th', 'st', 'nd', 'rd'] as const;

/** 1 → `1st`, 12 → `12th`. */
export function ordinal(position: number): string {
  const isTeen = position % 100 > 10 && position % 100 < 14;
  return `${position}${isTeen ? 'th' : (suffixes[position % 10] ?? 'th')}`;
}
