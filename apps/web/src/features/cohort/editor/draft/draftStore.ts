import { z } from 'zod';
import type { EditorState } from '../editorState.ts';

/** Whose draft it is, and of which filter; `base` is that filter as text, from which the person set out. */
export interface DraftPlace {
  readonly account: string | number;
  readonly dataset: string;
  readonly conceptId: string;
  readonly entryId: string | undefined;
  readonly base: string;
}

const text = z.string();
const draft = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choice'), values: z.array(text) }),
  z.object({ kind: z.literal('range'), min: text, max: text }),
  z.object({ kind: z.literal('age'), minYear: text, minDay: text, maxYear: text, maxDay: text }),
  z.object({
    kind: z.literal('date'),
    mode: z.enum(['date_range', 'relative_to_today']),
    min: text,
    max: text,
    daysAgo: z.int(),
  }),
  z.object({
    kind: z.literal('ontology'),
    terms: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('term'), code: text, label: text }),
        z.object({ kind: z.literal('pasted'), label: text }),
      ]),
    ),
    includeUnknown: z.boolean(),
  }),
  z.object({ kind: z.literal('text'), values: z.array(text) }),
]);
const kept = z.object({
  base: text,
  state: z.object({
    draft,
    excludeSelected: z.boolean(),
    includeMissing: z.boolean(),
    prefilterValue: text.nullable(),
  }),
});

const keyOf = ({ account, dataset, conceptId, entryId }: DraftPlace): string =>
  ['atrium-draft', account, dataset, conceptId, entryId ?? 'new'].map(String).join(' ');

const parsed = (stored: string): unknown => {
  try {
    return JSON.parse(stored);
  } catch {
    return null;
  }
};

/** Keeps what a person has not applied yet for as long as the tab lives, over a reload and a sign-in. */
export function createDraftStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    /** The draft of this filter; none when the filter has become another one since. */
    read(place: DraftPlace): EditorState | null {
      const stored = storage.getItem(keyOf(place));
      const found = kept.safeParse(stored === null ? null : parsed(stored));
      return found.success && found.data.base === place.base ? found.data.state : null;
    },
    write(place: DraftPlace, state: EditorState): void {
      try {
        storage.setItem(keyOf(place), JSON.stringify({ base: place.base, state }));
      } catch {
        // A full or closed storage loses the draft on a reload, and nothing else.
      }
    },
    clear: (place: DraftPlace): void => storage.removeItem(keyOf(place)),
  };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
