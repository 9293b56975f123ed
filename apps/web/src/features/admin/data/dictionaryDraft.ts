import { conceptUses } from '@atrium/contract/documents/dataPackage';
import type { DictionaryConcept, DictionaryRoom } from '@atrium/contract/wire/adminData';
import {
  type ConceptEdit,
  type DictionaryEdits,
  type EditedCategory,
  noDictionaryEdits,
} from '@atrium/contract/wire/dictionaryEdits';
import { z } from 'zod';

export type ConceptTexts = DictionaryConcept['given'];

export const textKeys = [
  'title',
  'titlePlural',
  'description',
  'category',
  'uses',
  'hasPhi',
  'isAggregatable',
  'isPublished',
  'prefilter',
] as const;

/** What staff are changing in a dictionary: what each concept says, their order and the categories. */
export interface DictionaryDraft {
  readonly texts: ReadonlyMap<string, ConceptTexts>;
  readonly order: readonly string[];
  readonly categories: readonly EditedCategory[];
}

export const textsOf = (concept: DictionaryConcept): ConceptTexts => ({
  title: concept.title,
  titlePlural: concept.titlePlural,
  description: concept.description,
  category: concept.category,
  uses: concept.uses,
  hasPhi: concept.hasPhi,
  isAggregatable: concept.isAggregatable,
  isPublished: concept.isPublished,
  prefilter: concept.prefilter,
});

export const draftOf = ({ concepts, categories }: DictionaryRoom): DictionaryDraft => ({
  texts: new Map(concepts.map((concept) => [concept.id, textsOf(concept)])),
  order: concepts.map(({ id }) => id),
  categories,
});

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export type DraftChange =
  | { readonly kind: 'concept'; readonly id: string; readonly to: Partial<ConceptTexts> }
  | { readonly kind: 'move'; readonly id: string; readonly by: 1 | -1 }
  | { readonly kind: 'categories'; readonly categories: readonly EditedCategory[] };

export function changeDraft(draft: DictionaryDraft, change: DraftChange): DictionaryDraft {
  switch (change.kind) {
    case 'concept': {
      const held = draft.texts.get(change.id);
      if (held === undefined) return draft;
      return { ...draft, texts: new Map(draft.texts).set(change.id, { ...held, ...change.to }) };
    }
    case 'move':
      return { ...draft, order: moved(draft.order, change.id, change.by) };
    case 'categories':
      return { ...draft, categories: change.categories };
  }
}

function moved(order: readonly string[], id: string, by: 1 | -1): readonly string[] {
  const from = order.indexOf(id);
  const other = order[from + by];
  if (from === -1 || other === undefined) return order;
  return order.map((one, index) => (index === from ? other : index === from + by ? id : one));
}

export const editedCategories = z.array(
  z.object({ id: z.string(), title: z.string(), parent: z.string().nullable() }),
);
/** What the browser keeps of a draft: what differs from the release, so that it also fits a later one. */
export const keptDictionary = z.object({
  concepts: z.record(
    z.string(),
    z.object({
      title: z.exactOptional(z.string()),
      titlePlural: z.exactOptional(z.string()),
      description: z.exactOptional(z.string()),
      category: z.exactOptional(z.string().nullable()),
      uses: z.exactOptional(z.array(z.enum(conceptUses))),
      hasPhi: z.exactOptional(z.boolean()),
      isAggregatable: z.exactOptional(z.boolean()),
      isPublished: z.exactOptional(z.boolean()),
      prefilter: z.exactOptional(
        z.object({ conceptId: z.string(), mode: z.enum(['required', 'optional']) }).nullable(),
      ),
    }),
  ),
  order: z.array(z.string()).nullable(),
  categories: editedCategories.nullable(),
  note: z.string(),
});
export type KeptDictionary = z.infer<typeof keptDictionary>;

export const nothingKept: KeptDictionary = { concepts: {}, order: null, categories: null, note: '' };

/** The draft of a release with what was kept. Concepts that the release lacks are left out, new ones stand last. */
export function draftWith(room: DictionaryRoom, kept: KeptDictionary): DictionaryDraft {
  const ids = room.concepts.map(({ id }) => id);
  const order = kept.order ?? ids;
  return {
    texts: new Map(
      room.concepts.map((concept) => [concept.id, { ...textsOf(concept), ...kept.concepts[concept.id] }]),
    ),
    order: [...order.filter((id) => ids.includes(id)), ...ids.filter((id) => !order.includes(id))],
    categories: kept.categories ?? room.categories,
  };
}

/** The part of a concept's texts that differs. */
const changesOf = (before: ConceptTexts, after: ConceptTexts): Partial<ConceptTexts> =>
  Object.fromEntries(
    textKeys.filter((key) => !isSame(before[key], after[key])).map((key) => [key, after[key]]),
  );

/** What the browser keeps of a draft; its note aside. */
export function keptOf(room: DictionaryRoom, draft: DictionaryDraft): Omit<KeptDictionary, 'note'> {
  const concepts = room.concepts.flatMap((concept) => {
    const changes = changesOf(textsOf(concept), draft.texts.get(concept.id) ?? textsOf(concept));
    return Object.keys(changes).length === 0 ? [] : [[concept.id, changes] as const];
  });
  return {
    concepts: Object.fromEntries(concepts),
    order: hasOrder(room, draft) ? [...draft.order] : null,
    categories: isSame(room.categories, draft.categories) ? null : [...draft.categories],
  };
}

const hasOrder = (room: DictionaryRoom, { order }: DictionaryDraft): boolean =>
  !isSame(
    room.concepts.map(({ id }) => id),
    order,
  );

/** The concepts that differ from what the room showed. */
export function changedIds(room: DictionaryRoom, draft: DictionaryDraft): readonly string[] {
  return room.concepts
    .filter((concept) => !isSame(textsOf(concept), draft.texts.get(concept.id)))
    .map(({ id }) => id);
}

export const isChanged = (room: DictionaryRoom, draft: DictionaryDraft): boolean =>
  changedIds(room, draft).length > 0 || !isSame(room.categories, draft.categories) || hasOrder(room, draft);

/** All edits of the dictionary that came with the data; a part that is unchanged makes no edit. */
export function editsOf(room: DictionaryRoom, draft: DictionaryDraft): DictionaryEdits {
  const concepts = room.concepts.flatMap(({ id, given }): [string, ConceptEdit][] => {
    const texts = draft.texts.get(id);
    if (texts === undefined) return [];
    const edit = changesOf(given, texts);
    return Object.keys(edit).length === 0 ? [] : [[id, edit]];
  });
  const hasCategories = room.edits.categories !== null || !isSame(room.categories, draft.categories);
  return {
    ...noDictionaryEdits,
    concepts: Object.fromEntries(concepts),
    collections: room.edits.collections,
    order: room.edits.order !== null || hasOrder(room, draft) ? [...draft.order] : null,
    categories: hasCategories ? [...draft.categories] : null,
  };
}

/** Whether every word of a search is in a concept's id, title, description or category. */
export function matches(
  search: string,
  id: string,
  texts: ConceptTexts,
  categories: readonly EditedCategory[],
): boolean {
  const category = categories.find((one) => one.id === texts.category)?.title ?? '';
  const text = `${id} ${texts.title} ${texts.description} ${category}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
