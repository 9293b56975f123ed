/** A cell by its row on the page and its column on the screen, both from 0. */
export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface Extent {
  readonly rows: number;
  readonly columns: number;
}

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
}

const rowsOfPage = 10;

/** Where a key leads from a cell; undefined for a key that leads nowhere. */
export function cellAfterKey(
  { row, column }: CellPlace,
  { key, ctrlKey }: Key,
  { rows, columns }: Extent,
): CellPlace | undefined {
  const to = (place: CellPlace): CellPlace => ({
    row: Math.min(Math.max(0, place.row), rows - 1),
    column: Math.min(Math.max(0, place.column), columns - 1),
  });
  switch (key) {
    case 'ArrowUp':
      return to({ row: row - 1, column });
    case 'ArrowDown':
      return to({ row: row + 1, column });
    case 'ArrowLeft':
      return to({ row, column: column - 1 });
    case 'ArrowRight':
      return to({ row, column: column + 1 });
    case 'PageUp':
      return to({ row: row - rowsOfPage, column });
    case 'PageDown':
      return to({ row: row + rowsOfPage, column });
    case 'Home':
      return to({ row: ctrlKey ? 0 : row, column: 0 });
    case 'End':
      return to({ row: ctrlKey ? rows : row, column: columns });
    default:
      return undefined;
  }
}
