import {
  type ConceptEdit,
  type DictionaryConcept,
  type DictionaryEdits,
  type DictionaryRoom,
  type EditedCategory,
  noDictionaryEdits,
} from '@atrium/contract';

export type ConceptTexts = DictionaryConcept['given'];

const keys = [
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

const textsOf = (concept: DictionaryConcept): ConceptTexts => ({
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
  | { readonly kind: 'categories'; readonly categories: readonly EditedCategory[] }
  | { readonly kind: 'discard'; readonly room: DictionaryRoom };

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
    case 'discard':
      return draftOf(change.room);
  }
}

function moved(order: readonly string[], id: string, by: 1 | -1): readonly string[] {
  const from = order.indexOf(id);
  const other = order[from + by];
  if (from === -1 || other === undefined) return order;
  return order.map((one, index) => (index === from ? other : index === from + by ? id : one));
}

/** The concepts that differ from what the room showed. */
export function changedIds(room: DictionaryRoom, draft: DictionaryDraft): readonly string[] {
  return room.concepts
    .filter((concept) => !isSame(textsOf(concept), draft.texts.get(concept.id)))
    .map(({ id }) => id);
}

export const isChanged = (room: DictionaryRoom, draft: DictionaryDraft): boolean =>
  changedIds(room, draft).length > 0 ||
  !isSame(room.categories, draft.categories) ||
  !isSame(
    room.concepts.map(({ id }) => id),
    draft.order,
  );

/** All edits of the dictionary that came with the data; a part that is unchanged makes no edit. */
export function editsOf(room: DictionaryRoom, draft: DictionaryDraft): DictionaryEdits {
  const concepts = room.concepts.flatMap(({ id, given }): [string, ConceptEdit][] => {
    const texts = draft.texts.get(id);
    if (texts === undefined) return [];
    const edit = Object.fromEntries(
      keys.filter((key) => !isSame(texts[key], given[key])).map((key) => [key, texts[key]]),
    );
    return Object.keys(edit).length === 0 ? [] : [[id, edit]];
  });
  const hasOrder =
    room.edits.order !== null ||
    !isSame(
      room.concepts.map(({ id }) => id),
      draft.order,
    );
  const hasCategories = room.edits.categories !== null || !isSame(room.categories, draft.categories);
  return {
    ...noDictionaryEdits,
    concepts: Object.fromEntries(concepts),
    collections: room.edits.collections,
    order: hasOrder ? [...draft.order] : null,
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
