const narrowest = 110;
const withoutHeader = 170;

/** Width of a column in pixels from the length of its header (rule 11.6). */
export function columnWidth(header: string | null | undefined): number {
  if (header === null || header === undefined || header === '') return withoutHeader;
  return Math.max(narrowest, Math.round((header.length / 15) * 100));
}
