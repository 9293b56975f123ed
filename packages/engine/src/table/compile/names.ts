import { type RawBuilder, sql } from 'kysely';
import type { Collection, Concept } from '../../dictionary/dictionary.ts';

export type Fragment = RawBuilder<unknown>;

/** The key of a column's cell in a row of the answer, by the column's index in the table. */
export const cellKey = (index: number): string => `c${index}`;
/** The key of the count that stands beside a most frequent value. */
export const tallyKey = (index: number): string => `n${index}`;

/** Names within a table statement; none can meet a concept id, since each is read through an alias of our own. */
export const cell = (index: number): Fragment => sql.id(cellKey(index));
export const tally = (index: number): Fragment => sql.id(tallyKey(index));
export const valueName = (concept: Concept): Fragment => sql.id(`v${concept.number}`);
export const codeName = (concept: Concept): Fragment => sql.id(`k${concept.number}`);
/** The key of the number of a record in a row of the answer, where each record has rows of its own. */
export const recordKey = ({ id }: Collection): string => `_row_${id}`;
export const anchorName = (collection: Collection): Fragment => sql.id(recordKey(collection));
