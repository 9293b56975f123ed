import type { MakeFile } from '../formats/filePiece.ts';
import { writeFile } from '../formats/writeFile.ts';
import { openRows, type RowSource } from './openRows.ts';

/** Makes a file in the thread of the caller. */
export const exportHere: MakeFile<RowSource> = (task, signal) =>
  writeFile(task, openRows(task.source, signal));
