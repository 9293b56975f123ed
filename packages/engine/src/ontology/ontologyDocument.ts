/** A term as an ontology file states it, before anything is resolved. */
export interface StatedTerm {
  readonly code: string;
  readonly label: string | null;
  readonly parents: readonly string[];
  readonly synonyms: readonly string[];
  readonly alternatives: readonly string[];
  readonly isObsolete: boolean;
  readonly replacedBy: string | null;
}

/** An ontology file as read; a code may be stated more than once, and then all its statements count. */
export interface OntologyDocument {
  readonly version: string | null;
  readonly terms: readonly StatedTerm[];
}
