/**
 * Rows of which one text is made. Texts of a whole batch are so large that the memory manager keeps them apart and
 * frees them late; these die young.
 */
const rowsInPiece = 128;

/** The batches cut small. */
export async function* pieces<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const batch of batches) {
    for (let start = 0; start < batch.length; start += rowsInPiece) {
      yield batch.slice(start, start + rowsInPiece);
    }
  }
}
