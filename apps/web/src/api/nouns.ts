import { formatQuantity, inSentence } from '@atrium/contract/calendar/numerals';
import type { Collection } from '@atrium/contract/wire/concept';
import type { ShownCount } from '@atrium/contract/wire/statistics';

/** A noun, in singular and plural. */
export interface Noun {
  readonly one: string;
  readonly many: string;
}

/** What the records of a concept and their subjects are called. They are the same object where the records are the subjects. */
export interface CountedNouns {
  readonly subject: Noun;
  readonly record: Noun;
}

/** What the subjects and the records of a dataset are called, by its own titles. */
export interface DatasetNouns {
  readonly subject: Noun;
  /** For the concepts of one collection. */
  readonly of: (collectionId: string | undefined) => CountedNouns;
}

/** The words that stand where a dataset's own are not known, and where there is no single dataset. */
export const generalNouns: CountedNouns = {
  subject: { one: 'subject', many: 'subjects' },
  record: { one: 'record', many: 'records' },
};

export function nounsOf(collections: readonly Collection[] = []): DatasetNouns {
  const root = collections.find(({ isRootCollection }) => isRootCollection);
  const subject = root === undefined ? generalNouns.subject : nounIn(root);
  return {
    subject,
    of: (wanted) => {
      const found = collections.find(({ collectionId }) => collectionId === wanted);
      if (found === undefined) return { subject, record: generalNouns.record };
      return { subject, record: found === root ? subject : nounIn(found) };
    },
  };
}

const nounIn = ({ name, namePlural }: Collection): Noun => ({
  one: inSentence(name),
  many: inSentence(namePlural),
});

/** A word at the begin of a sentence or of a label. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "participant" of one, "participants" of another number or of a suppressed one. */
export const nounOf = (count: ShownCount, { one, many }: Noun): string => (count === 1 ? one : many);

/** "1 participant", "2 participants", "<5 participants". */
export const quantityOf = (count: ShownCount, { one, many }: Noun): string =>
  formatQuantity(count, one, many);
