import type { TimeUnit } from '@atrium/contract/calendar/moments';
import type { ConceptType, ConceptUse, PackageMetrics } from '@atrium/contract/documents/dataPackage';
import type { Purpose } from '@atrium/contract/documents/purpose';

/** The unit of event times in a dataset: calendar dates, or ages in days; never both (rule 1.4). */
export type EventTime = 'date' | 'age';

/** A table of research data: the root has one row per subject, every other belongs to subjects (rule 1.2). */
export interface Collection {
  readonly id: string;
  readonly title: string;
  readonly titlePlural: string;
  readonly description: string;
  readonly isRoot: boolean;
  /**
   * Present on event collections; an end makes them intervals. Concept ids are null where the field is not published.
   * `hasEvents` says whether a member sees events.
   */
  readonly event: {
    readonly startConceptId: string | null;
    readonly endConceptId: string | null;
    readonly isInterval: boolean;
  } | null;
  /** True when one row may belong to several subjects (rule 1.3). */
  readonly sharedRows: boolean;
  /** Says which records are present and which are absent (rule 2.20). */
  readonly polarity?: DeclaredPolarity | undefined;
  /** Links to other sub-collections, used to pair rows in tables (rule 5.3). */
  readonly relations: readonly CollectionRelation[];
}

/** The concept that says whether a record is present, and its values that mean absent; null is "no value". */
export interface DeclaredPolarity {
  readonly conceptId: string;
  readonly absent: readonly (string | boolean | null)[];
}

/** Rows of this collection name rows of `collectionId`; `number` names the link table (see storage). */
export interface CollectionRelation {
  readonly collectionId: string;
  readonly number: number;
}

/** A word beside the numbers of a concept, as `not done`; null bounds where it is none, as `>89` is. */
export interface NumberWord {
  readonly text: string;
  readonly bound: Readonly<Record<'min' | 'max', number | null>> | null;
}

/** One variable; a column of one collection, multi-valued when a row may hold several values (rule 1.5). */
export interface Concept {
  readonly id: string;
  /** Number in the release, from 1; the `pk` of the wire and part of storage names. */
  readonly number: number;
  readonly type: ConceptType;
  readonly title: string;
  readonly titlePlural: string;
  readonly description: string;
  readonly collectionId: string;
  readonly categoryNumber: number | null;
  readonly isMultiple: boolean;
  readonly uses: readonly ConceptUse[];
  readonly hasPhi: boolean;
  readonly isAggregatable: boolean;
  /** Whole numbers only (`integer`, `year`); concerns display and histograms. */
  readonly isInteger: boolean;
  /** Whole numbers beyond 2^53: all their digits lie beside the numbers, which are rounded (rule 5.22). */
  readonly keepsDigits: boolean;
  /** The words beside the numbers of a `number_with_categories`, by code point; empty for any other concept. */
  readonly words: readonly NumberWord[];
  readonly unit: string | null;
  /** Of a date that has its time beside the day: how exactly it is shown (rule 5.21); null for any other concept. */
  readonly time: TimeUnit | null;
  /**
   * Of a date: the latest year that may tell an age of 90 years or more. Where dates show as years, it stands for all
   * years before it, too (rule 1.21). Null for any other concept.
   */
  readonly topCodedYear: number | null;
  readonly ontologyId: string | null;
  readonly prefilter: { readonly conceptId: string; readonly mode: 'required' | 'optional' } | null;
  /** URL template with `{value}`. */
  readonly link: string | null;
  /** Values that the package declares, in its order; data may hold others. */
  readonly declaredValues: readonly string[];
  /** Of when events start or end: its values are in that column of the table, and in no other; absent in older releases. */
  readonly edge?: 'start' | 'end' | undefined;
  /** What the concept, or a value of it, is called besides; absent where the package says nothing. */
  readonly synonyms?: readonly ConceptSynonym[] | undefined;
}

/** Another word for a concept, or for one of its values, by which a search finds it. */
export interface ConceptSynonym {
  readonly text: string;
  readonly value: string | null;
}

/** A node of the concept tree, used for display only. */
export interface CategoryNode {
  /** Number in the release, from 1. */
  readonly number: number;
  readonly id: string;
  readonly title: string;
  readonly parentNumber: number | null;
}

export interface OntologyInfo {
  readonly id: string;
  /** Number in the release, from 1; part of storage names. */
  readonly number: number;
  readonly title: string;
  readonly version: string | null;
}

/** How records of the root describe families: the concepts of family and role, and the words of the three roles. */
export interface Families {
  readonly familyConceptId: string;
  readonly roleConceptId: string;
  readonly proband: string;
  readonly mother: string;
  readonly father: string;
  /** Absent where the package does not say who is a sibling. */
  readonly sibling?: string | undefined;
}

/** What the subjects agreed to, as codes of the Data Use Ontology (rule 1.25). */
export interface DataUse {
  /** The concept of the root that holds the codes of each subject; null where the same codes are those of everybody. */
  readonly conceptId: string | null;
  /** The codes that occur, as the data spell them, and how many subjects have them; who has none is not counted. */
  readonly occurring: readonly { readonly codes: string; readonly subjects: number }[];
  /** What people read in place of a disease or a condition, by its code. */
  readonly titles: Readonly<Record<string, string>>;
  /** The purpose of everybody who sees aggregates only; null: the widest one (rule 1.29). */
  readonly forAggregates: Purpose | null;
}

/** The full description of a release. It never changes, like the release, and is stored in it as JSON. */
export interface Dictionary {
  readonly datasetId: string;
  readonly rootCollectionId: string;
  /** The concept that identifies a subject: the root's primary key, null when that field is not published. */
  readonly subjectIdConceptId: string | null;
  readonly eventTime: EventTime | null;
  /** The root first, then in package order. */
  readonly collections: readonly Collection[];
  /** In package order. */
  readonly concepts: readonly Concept[];
  readonly categories: readonly CategoryNode[];
  readonly ontologies: readonly OntologyInfo[];
  readonly defaultColumns: readonly string[];
  /**
   * Absent in a release without a catalogue of downloadable files, as in all releases older than that feature (rule
   * 13.1).
   */
  readonly files?:
    | {
        readonly count: number;
        /** Whether each file keeps its MD5 beside its checksum (rule 13.90); absent in older releases. */
        readonly hasMd5?: boolean | undefined;
      }
    | undefined;
  readonly families?: Families | undefined;
  /** What the public figures are made of; absent where the package does not name it. */
  readonly metrics?: PackageMetrics | undefined;
  /** Absent where the package says nothing of data use: then nobody is asked for a purpose. */
  readonly dataUse?: DataUse | undefined;
}
