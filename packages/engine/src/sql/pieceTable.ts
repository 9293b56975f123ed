/** The table that holds the base of one piece of a long result. */
export const pieceTable = 'piece';
