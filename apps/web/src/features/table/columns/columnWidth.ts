import type { ColumnView } from '@atrium/contract';

const narrowest = 110;
const withoutHeader = 170;

/** Width of a column in pixels from the length of its header (rule 11.6). */
export function columnWidth(header: string | null | undefined): number {
  if (header === null || header === undefined || header === '') return withoutHeader;
  return Math.max(narrowest, Math.round((header.length / 15) * 100));
}

/** What stands as the header of a column: the person's own name for it, else its label. */
export const headerOf = ({ alias, label }: Pick<ColumnView, 'alias' | 'label'>): string => alias ?? label;
