const narrowest = 110;
const withoutHeader = 170;
const narrowestRowHeader = 124;
const widestRowHeader = 280;

/** Width of a column in pixels from the length of its header (rule 11.6). */
export const columnWidth = (header: string): number =>
  header === '' ? withoutHeader : Math.max(narrowest, Math.round((header.length / 15) * 100));

const letter = 6.7;
const roomForButtons = 76;

/** What the name of a concept needs beside its buttons. */
export const nameWidth = (name: string): number => Math.round(name.length * letter + roomForButtons);

/** Width of the headers of one row concept: its longest label or its name decides, within limits. */
export const rowHeaderWidth = (name: string, labels: readonly string[]): number =>
  Math.min(
    widestRowHeader,
    labels.reduce(
      (widest, label) => Math.max(widest, columnWidth(label)),
      Math.max(narrowestRowHeader, nameWidth(name)),
    ),
  );

/** The names of the column concepts stand over the row headers: the last of those is widened until they fit. */
export function widenedFor(names: readonly string[], widths: readonly number[]): readonly number[] {
  const needed = Math.min(widestRowHeader, Math.max(0, ...names.map(nameWidth)));
  const missing = needed - widths.reduce((sum, width) => sum + width, 0);
  const last = widths.length - 1;
  return missing <= 0 ? widths : widths.map((width, place) => (place === last ? width + missing : width));
}
