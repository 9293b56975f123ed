import type { Duplex } from 'node:stream';
import { type Slice, takeSlices } from '../sql/slices.ts';

/**
 * Reads a connection in slices: the rows of a piece are decoded where it is read, and Node would read up to 2 MB of a long
 * answer before anybody else's turn (rule 8.17).
 */
export function readInSlices(connection: Duplex, slice: Pick<Slice, 'giveWay'> = takeSlices()): void {
  connection.on('data', () => {
    connection.pause();
    void slice.giveWay().then(() => connection.resume());
  });
}
