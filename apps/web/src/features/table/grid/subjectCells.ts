import { createContext } from 'react';

/** What a click beside the id of a subject does. */
export interface SubjectCells {
  /** The concept of the ids. */
  readonly conceptId: string;
  /** What the button beside an id is called. */
  readonly nameOf: (subject: string) => string;
  readonly onOpen: (subject: string) => void;
}

/** Null where single subjects cannot be opened. */
export const SubjectCellsContext = createContext<SubjectCells | null>(null);
