import type { Concept, DeclaredPolarity, Dictionary, EventTime, Families } from '../dictionary/dictionary.ts';

export type PlainValue = string | number | boolean | null | readonly (string | number)[];

export interface PlainConcept extends Partial<Omit<Concept, 'id' | 'type' | 'number' | 'collectionId'>> {
  readonly id: string;
  readonly type: Concept['type'];
}

/** One row: the ids of its subjects and its values by concept id; what is left out is null. */
export interface PlainRow {
  readonly subjects: readonly string[];
  readonly values: Readonly<Record<string, PlainValue>>;
}

export interface PlainCollection {
  readonly id: string;
  readonly concepts: readonly PlainConcept[];
  readonly event?: { readonly start: string; readonly end?: string };
  readonly sharedRows?: boolean;
  readonly polarity?: DeclaredPolarity;
  readonly rows: readonly PlainRow[];
  /** Rows of other collections, by their 1-based index, for each row in order. */
  readonly related?: readonly {
    readonly collectionId: string;
    readonly others: readonly (readonly number[])[];
  }[];
}

export interface PlainOntology {
  readonly id: string;
  readonly terms: readonly {
    readonly code: string;
    readonly label: string;
    readonly parents?: readonly string[];
    readonly synonyms?: readonly string[];
    readonly alternatives?: readonly string[];
  }[];
}

/** A dataset in a few lines; the root comes first and its subject id is the value of its first concept. */
export interface PlainRelease {
  readonly collections: readonly PlainCollection[];
  readonly ontologies?: readonly PlainOntology[];
  readonly eventTime?: EventTime;
  readonly families?: Families;
  readonly defaultColumns?: readonly string[];
}

const title = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1).replaceAll('_', ' ');

const edgeOf = ({ event }: PlainCollection, id: string): Pick<Concept, 'edge'> => {
  if (event?.start === id) return { edge: 'start' };
  return event?.end === id ? { edge: 'end' } : {};
};

function toConcept(plain: PlainConcept, number: number, collection: PlainCollection): Concept {
  const collectionId = collection.id;
  return {
    number,
    title: title(plain.id),
    titlePlural: `${title(plain.id)}s`,
    description: '',
    collectionId,
    categoryNumber: null,
    isMultiple: false,
    uses: ['cohort', 'table', 'analysis'],
    hasPhi: false,
    isAggregatable: true,
    isInteger: false,
    keepsDigits: false,
    words: [],
    unit: null,
    time: null,
    topCodedYear: plain.type === 'date' ? 1 : null,
    ontologyId: null,
    prefilter: null,
    link: null,
    declaredValues: [],
    ...edgeOf(collection, plain.id),
    ...plain,
  };
}

export function dictionaryOf(plain: PlainRelease): Dictionary {
  let number = 0;
  let relation = 0;
  const [root] = plain.collections;
  return {
    datasetId: 'example',
    rootCollectionId: root?.id ?? '',
    subjectIdConceptId: root?.concepts[0]?.id ?? null,
    eventTime: plain.eventTime ?? 'date',
    collections: plain.collections.map((collection) => ({
      id: collection.id,
      title: title(collection.id),
      titlePlural: title(`${collection.id}s`),
      description: '',
      isRoot: collection === root,
      event:
        collection.event === undefined
          ? null
          : {
              startConceptId: collection.event.start,
              endConceptId: collection.event.end ?? null,
              isInterval: collection.event.end !== undefined,
            },
      sharedRows: collection.sharedRows ?? false,
      polarity: collection.polarity,
      relations: (collection.related ?? []).map(({ collectionId }) => ({ collectionId, number: ++relation })),
    })),
    concepts: plain.collections.flatMap((collection) =>
      collection.concepts.map((concept) => toConcept(concept, ++number, collection)),
    ),
    categories: [],
    ontologies: (plain.ontologies ?? []).map(({ id }, index) => ({
      id,
      number: index + 1,
      title: title(id),
      version: null,
    })),
    defaultColumns: plain.defaultColumns ?? [],
    families: plain.families,
  };
}
