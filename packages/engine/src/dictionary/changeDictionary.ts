import { mayBePrefilter } from '@atrium/contract/documents/dataPackage';
import {
  type ConceptEdit,
  type DictionaryEdits,
  noDictionaryEdits,
} from '@atrium/contract/wire/dictionaryEdits';
import type { CategoryNode, Collection, Concept, Dictionary } from './dictionary.ts';
import { pluralOf } from './pluralOf.ts';

export interface ChangedDictionary {
  readonly dictionary: Dictionary;
  /** Why there can be no such dictionary, in sentences; empty where there can. */
  readonly faults: readonly string[];
}

/** The dictionary that came with the data, with the edits of staff; ids, types and numbers stay (rule 15.41). */
export function changeDictionary(given: Dictionary, edits: DictionaryEdits): ChangedDictionary {
  const categories = changeCategories(given, edits);
  const all = inOrder(
    given.concepts.map((concept) => changeConcept(concept, edits.concepts[concept.id], categories)),
    edits.order,
  );
  const concepts = all.filter(({ id }) => edits.concepts[id]?.isPublished !== false);
  const published = new Set(concepts.map(({ id }) => id));
  const dictionary = {
    ...given,
    concepts,
    categories,
    collections: given.collections.map((collection) => changeCollection(collection, { edits, published })),
    subjectIdConceptId: whereIn(published, given.subjectIdConceptId),
    defaultColumns: given.defaultColumns.filter((id) => published.has(id)),
  };
  return {
    dictionary,
    faults: [
      ...unknownNames(given, edits),
      ...categoryFaults(categories),
      ...useFaults(given, published),
      ...concepts.flatMap((concept) => conceptFaults(concept, { given, edits, dictionary })),
    ],
  };
}

/** Without its codes nobody would have agreed to anything (rule 1.25). */
function useFaults({ dataUse, concepts }: Dictionary, published: ReadonlySet<string>): readonly string[] {
  const holder = concepts.find(({ id }) => id === dataUse?.conceptId);
  return holder === undefined || published.has(holder.id)
    ? []
    : [`${holder.title} says what subjects agreed to, and must be published; it may be protected.`];
}

const whereIn = (published: ReadonlySet<string>, id: string | null): string | null =>
  id !== null && published.has(id) ? id : null;

function changeConcept(
  concept: Concept,
  edit: ConceptEdit | undefined,
  categories: readonly CategoryNode[],
): Concept {
  const given = concept.categoryNumber;
  const stillThere = categories.some(({ number }) => number === given) ? given : null;
  const category =
    edit?.category === undefined
      ? stillThere
      : (categories.find(({ id }) => id === edit.category)?.number ?? null);
  const title = edit?.title ?? concept.title;
  return {
    ...concept,
    title,
    titlePlural: edit?.titlePlural ?? (edit?.title === undefined ? concept.titlePlural : pluralOf(title)),
    description: edit?.description ?? concept.description,
    categoryNumber: category,
    uses: edit?.uses ?? concept.uses,
    hasPhi: edit?.hasPhi ?? concept.hasPhi,
    isAggregatable: edit?.isAggregatable ?? concept.isAggregatable,
    prefilter: edit?.prefilter === undefined ? concept.prefilter : edit.prefilter,
  };
}

interface CollectionContext {
  readonly edits: DictionaryEdits;
  readonly published: ReadonlySet<string>;
}

/** A collection loses its events or its polarity when the concept that gives them is no longer published. */
function changeCollection(
  { polarity, ...collection }: Collection,
  { edits, published }: CollectionContext,
): Collection {
  const edit = edits.collections[collection.id];
  const { event } = collection;
  const title = edit?.title ?? collection.title;
  return {
    ...collection,
    title,
    titlePlural: edit?.titlePlural ?? (edit?.title === undefined ? collection.titlePlural : pluralOf(title)),
    description: edit?.description ?? collection.description,
    event:
      event === null
        ? null
        : {
            ...event,
            startConceptId: whereIn(published, event.startConceptId),
            endConceptId: whereIn(published, event.endConceptId),
          },
    ...(polarity !== undefined && published.has(polarity.conceptId) ? { polarity } : {}),
  };
}

/** Categories keep their number by their id; a new one gets the next. */
function changeCategories(given: Dictionary, { categories }: DictionaryEdits): readonly CategoryNode[] {
  if (categories === null) return given.categories;
  const numbers = new Map(given.categories.map(({ id, number }) => [id, number]));
  let last = Math.max(0, ...numbers.values());
  for (const { id } of categories) if (!numbers.has(id)) numbers.set(id, ++last);
  return categories.map(({ id, title, parent }) => ({
    number: numbers.get(id) ?? 0,
    id,
    title,
    parentNumber: parent === null ? null : (numbers.get(parent) ?? -1),
  }));
}

/** A concept that the order does not name follows the one that it follows in the package. */
function inOrder(concepts: readonly Concept[], order: DictionaryEdits['order']): readonly Concept[] {
  if (order === null) return concepts;
  const known = new Map(concepts.map((concept) => [concept.id, concept]));
  const sorted = [...new Set(order)].flatMap((id) => known.get(id) ?? []);
  const named = new Set(sorted.map(({ id }) => id));
  concepts.forEach((concept, index) => {
    if (named.has(concept.id)) return;
    const before = concepts[index - 1];
    const position = before === undefined ? 0 : sorted.indexOf(before) + 1;
    sorted.splice(position, 0, concept);
  });
  return sorted;
}

function unknownNames(given: Dictionary, edits: DictionaryEdits): readonly string[] {
  const concepts = new Set(given.concepts.map(({ id }) => id));
  const collections = new Set(given.collections.map(({ id }) => id));
  return [
    ...Object.keys(edits.concepts).filter((id) => !concepts.has(id)),
    ...(edits.order ?? []).filter((id) => !concepts.has(id)),
    ...Object.keys(edits.collections).filter((id) => !collections.has(id)),
  ].map((id) => `${id}: the data do not have it.`);
}

function categoryFaults(categories: readonly CategoryNode[]): readonly string[] {
  const byNumber = new Map(categories.map((category) => [category.number, category]));
  const parentOf = ({ parentNumber }: CategoryNode) =>
    parentNumber === null ? undefined : byNumber.get(parentNumber);
  const isInLoop = (category: CategoryNode): boolean => {
    let above = parentOf(category);
    for (let steps = 0; above !== undefined && steps <= categories.length; steps += 1) {
      if (above === category) return true;
      above = parentOf(above);
    }
    return false;
  };
  return categories.flatMap((category, index) => {
    const { id, parentNumber } = category;
    if (categories.findIndex((other) => other.id === id) !== index)
      return [`${id}: two categories have this id.`];
    if (parentNumber !== null && !byNumber.has(parentNumber))
      return [`${id}: the category that it stands under does not exist.`];
    return isInLoop(category) ? [`${id}: the category stands under itself.`] : [];
  });
}

interface Judged {
  readonly given: Dictionary;
  readonly edits: DictionaryEdits;
  readonly dictionary: Dictionary;
}

function conceptFaults(concept: Concept, { given, edits, dictionary }: Judged): readonly string[] {
  const { id, prefilter } = concept;
  const wanted = edits.concepts[id]?.category;
  const own = given.concepts.find((other) => other.id === id)?.categoryNumber ?? null;
  const gone = wanted === undefined && own !== null && concept.categoryNumber === null;
  const missing =
    wanted !== undefined && wanted !== null && !dictionary.categories.some((one) => one.id === wanted);
  return [
    ...(gone || missing ? [`${id}: the category that it stands under does not exist.`] : []),
    ...(prefilter === null ? [] : prefilterFaults(concept, prefilter.conceptId, dictionary)),
  ];
}

function prefilterFaults(concept: Concept, wanted: string, { concepts }: Dictionary): readonly string[] {
  const { id, collectionId } = concept;
  const target = concepts.find((other) => other.id === wanted);
  if (target === undefined) return [`${id}: its prefilter ${wanted} is not published.`];
  if (target.id === id) return [`${id}: it is its own prefilter.`];
  if (target.collectionId !== collectionId)
    return [`${id}: its prefilter ${wanted} belongs to another collection.`];
  return mayBePrefilter(target.type)
    ? []
    : [`${id}: its prefilter ${wanted} must be a category or text, not ${target.type}.`];
}

export interface FittingEdits {
  readonly edits: DictionaryEdits;
  /** Which edits do not fit the data any more, in sentences. */
  readonly dropped: readonly string[];
}

/**
 * The edits as far as they fit other data of the dataset, as those of a new import (rule 15.43). An edit that would
 * break another concept is dropped whole, so that what remains makes a dictionary.
 */
export function fittingEdits(given: Dictionary, edits: DictionaryEdits): FittingEdits {
  const concepts = new Set(given.concepts.map(({ id }) => id));
  const collections = new Set(given.collections.map(({ id }) => id));
  const gone = [
    ...Object.keys(edits.concepts).filter((id) => !concepts.has(id)),
    ...Object.keys(edits.collections).filter((id) => !collections.has(id)),
  ];
  const kept: DictionaryEdits = {
    ...edits,
    concepts: Object.fromEntries(Object.entries(edits.concepts).filter(([id]) => concepts.has(id))),
    collections: Object.fromEntries(Object.entries(edits.collections).filter(([id]) => collections.has(id))),
    order: edits.order?.filter((id) => concepts.has(id)) ?? null,
  };
  const dropped = gone.map(
    (id) => `${id} is not in the new data: its changes in the dictionary are dropped.`,
  );
  const { faults } = changeDictionary(given, kept);
  if (faults.length === 0) return { edits: kept, dropped };
  const withoutCategories: DictionaryEdits = {
    ...kept,
    categories: null,
    concepts: Object.fromEntries(
      Object.entries(kept.concepts).map(([id, { category: _, prefilter: __, ...edit }]) => [id, edit]),
    ),
  };
  const why = `Changes of categories and prefilters do not fit the new data and are dropped: ${faults.join(' ')}`;
  const second = changeDictionary(given, withoutCategories).faults;
  return second.length === 0
    ? { edits: withoutCategories, dropped: [...dropped, why] }
    : { edits: onlyClosing(given, withoutCategories), dropped: [...dropped, why, ...second] };
}

/** The edits that remain if no other edit fits: what staff closed stays closed. */
function onlyClosing(given: Dictionary, { concepts }: DictionaryEdits): DictionaryEdits {
  const isHidden = (id: string): boolean => concepts[id]?.isPublished === false;
  const edits = given.concepts.flatMap(({ id, prefilter }): [string, ConceptEdit][] => {
    const { hasPhi, isAggregatable } = concepts[id] ?? {};
    const edit: ConceptEdit = {
      ...(hasPhi === true ? { hasPhi } : {}),
      ...(isAggregatable === false ? { isAggregatable } : {}),
      ...(isHidden(id) ? { isPublished: false } : {}),
      ...(prefilter !== null && isHidden(prefilter.conceptId) ? { prefilter: null } : {}),
    };
    return Object.keys(edit).length === 0 ? [] : [[id, edit]];
  });
  return { ...noDictionaryEdits, concepts: Object.fromEntries(edits) };
}
