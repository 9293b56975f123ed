/** What reads the cells of a row, and loads no compiler and no schemas, for threads that live as long as one task. */
export { pieceTable } from './sql/pieceTable.ts';
export { csvCells, fileValues } from './table/present/fileCells.ts';
export { isScalar } from './table/present/tableValue.ts';
