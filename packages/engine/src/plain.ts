/**
 * Functions that decode the cells of a row. They load no compiler and no schemas, for threads that run one task only.
 */
export { pieceTable } from './sql/pieceTable.ts';
export { csvCells, fileValues } from './table/present/fileCells.ts';
export { isScalar } from './table/present/tableValue.ts';
