import { exportName } from '../../lib/exportName.ts';

export interface LegendItem {
  readonly label: string;
  readonly color: string;
  readonly opacity?: number;
  readonly dash?: string | undefined;
}

/** A figure as it is taken home: the same for every picture of the portal (rule 17.38). */
export interface SavedFigure {
  readonly title: string;
  /** The picture in a sentence, for readers who do not see it. */
  readonly summary: string;
  readonly legend?: readonly LegendItem[] | undefined;
  /** What the picture needs beside it, a line each: groups with how many are in them, how it was made. */
  readonly words?: readonly string[] | undefined;
  /** Its figures, the headings first. */
  readonly rows: () => readonly (readonly string[])[];
  /** What the file is called before dataset, day and receipt (rule 11.9). */
  readonly name: string;
  readonly dataset?: string | undefined;
  readonly receipt?: string | null | undefined;
  /** Keeps a spreadsheet from running a text of the saved figures as a formula (rule 5.19). */
  readonly disarm: (text: string) => string;
}

const dayWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** The words below a saved picture: its own, then where and when it was taken. */
export const wordsBelow = ({ words = [], dataset, receipt }: SavedFigure, now: Date): readonly string[] => {
  const from = [
    ...(dataset === undefined ? [] : [`Dataset ${dataset}`]),
    ...(receipt == null ? [] : [`receipt ${receipt}`]),
    `saved ${dayWords.format(now)}`,
  ].join(', ');
  return [...words, `${from.charAt(0).toUpperCase()}${from.slice(1)}.`];
};

export const nameOfFigure = (
  { name, dataset = '', receipt }: SavedFigure,
  ending: string,
  now: Date,
): string => exportName(fileNameOf(name), ending, { dataset, receipt, now });

/** `Birth weight (g)` → `birth_weight_g`: letters, digits, dots, dashes and underscores only. */
export function fileNameOf(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^[_.-]+|[_.-]+$/g, '')
    .toLowerCase();
  return name === '' ? 'chart' : name.slice(0, 120);
}
