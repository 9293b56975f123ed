const narrowest = 110;
const withoutHeader = 170;
const widestRowHeader = 280;

/** Width of a column in pixels from the length of its header (specification section 9). */
export const columnWidth = (header: string): number =>
  header === '' ? withoutHeader : Math.max(narrowest, Math.round((header.length / 15) * 100));

/** Width of the headers of one row concept: its longest label or its name decides, within limits. */
export const rowHeaderWidth = (name: string, labels: readonly string[]): number =>
  Math.min(
    widestRowHeader,
    labels.reduce((widest, label) => Math.max(widest, columnWidth(label)), columnWidth(`${name}xxxxx`)),
  );
