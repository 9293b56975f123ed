import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import type { EditedCategory } from '@atrium/contract/wire/dictionaryEdits';
import { type ConceptTexts, type DictionaryDraft, textKeys, textsOf } from './dictionaryDraft.ts';
import { useNames, dictionaryWords as words } from './dictionaryWords.ts';

/** One thing that staff changed in a dictionary, as it was and as it will be. */
export interface Difference {
  /** The concept or category. */
  readonly about: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Everything that a draft changes, old beside new: concepts, then their order, then categories. */
export function differencesOf(room: DictionaryRoom, draft: DictionaryDraft): readonly Difference[] {
  return [
    ...room.concepts.flatMap((concept) => conceptDifferences(room, draft, concept)),
    ...orderDifferences(room, draft),
    ...categoryDifferences(room.categories, draft.categories),
  ];
}

function conceptDifferences(
  room: DictionaryRoom,
  draft: DictionaryDraft,
  concept: DictionaryRoom['concepts'][number],
): readonly Difference[] {
  const before = textsOf(concept);
  const after = draft.texts.get(concept.id) ?? before;
  const oldTitle = (id: string) => room.concepts.find((one) => one.id === id)?.title ?? id;
  const newTitle = (id: string) => draft.texts.get(id)?.title ?? id;
  return textKeys
    .map((key) => ({
      about: before.title,
      what: words.fields[key],
      before: saysOf(before, key, { titleOf: oldTitle, categories: room.categories }),
      after: saysOf(after, key, { titleOf: newTitle, categories: draft.categories }),
      isSame: JSON.stringify(before[key]) === JSON.stringify(after[key]),
    }))
    .filter(({ isSame }) => !isSame)
    .map(({ isSame: _, ...difference }) => difference);
}

interface Names {
  readonly titleOf: (concept: string) => string;
  readonly categories: readonly EditedCategory[];
}

const nameIn = (categories: readonly EditedCategory[], id: string | null): string =>
  id === null ? words.noCategory : (categories.find((one) => one.id === id)?.title ?? id);

function saysOf(texts: ConceptTexts, key: (typeof textKeys)[number], { titleOf, categories }: Names): string {
  switch (key) {
    case 'title':
    case 'titlePlural':
    case 'description':
      return texts[key] === '' ? words.nothing : texts[key];
    case 'category':
      return nameIn(categories, texts.category);
    case 'uses':
      return texts.uses.map((use) => useNames[use]).join(', ') || words.nothing;
    case 'hasPhi':
    case 'isAggregatable':
    case 'isPublished':
      return texts[key] ? words.yes : words.no;
    case 'prefilter':
      return texts.prefilter === null
        ? words.noPrefilter
        : `${titleOf(texts.prefilter.conceptId)}, ${words[texts.prefilter.mode]}`;
  }
}

function orderDifferences(room: DictionaryRoom, draft: DictionaryDraft): readonly Difference[] {
  return room.concepts.flatMap(({ id, title }, index) => {
    const now = draft.order.indexOf(id);
    return now === index
      ? []
      : [{ about: title, what: words.fields.order, before: words.nth(index + 1), after: words.nth(now + 1) }];
  });
}

function categoryDifferences(
  before: readonly EditedCategory[],
  after: readonly EditedCategory[],
): readonly Difference[] {
  const line = (about: string, what: string, [was, is]: readonly [string, string]) =>
    was === is ? [] : [{ about, what, before: was, after: is }];
  const removed = before.filter(({ id }) => after.every((one) => one.id !== id));
  return [
    ...removed.flatMap(({ title }) => line(title, words.fields.oneCategory, [title, words.nothing])),
    ...after.flatMap(({ id, title, parent }) => {
      const old = before.find((one) => one.id === id);
      return [
        ...line(old?.title ?? title, words.fields.oneCategory, [old?.title ?? words.nothing, title]),
        ...line(old?.title ?? title, words.categoryUnder, [
          old === undefined ? words.nothing : old.parent === null ? words.top : nameIn(before, old.parent),
          parent === null ? words.top : nameIn(after, parent),
        ]),
      ];
    }),
  ];
}
