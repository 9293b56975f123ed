/** One term of the heart lesion ontology; parents are named, so that the list reads as anatomy. */
export interface Term {
  readonly number: number;
  readonly name: string;
  readonly parents: readonly string[];
  readonly definition: string;
  readonly exact: readonly string[];
  readonly related: readonly string[];
  readonly formerNumbers: readonly number[];
  readonly replacedBy: string | null;
}

interface TermDetails {
  readonly parents?: readonly string[];
  readonly definition: string;
  readonly exact?: readonly string[];
  readonly related?: readonly string[];
  readonly formerNumbers?: readonly number[];
  readonly replacedBy?: string;
}

export function term(number: number, name: string, details: TermDetails): Term {
  return {
    number,
    name,
    parents: details.parents ?? [],
    definition: details.definition,
    exact: details.exact ?? [],
    related: details.related ?? [],
    formerNumbers: details.formerNumbers ?? [],
    replacedBy: details.replacedBy ?? null,
  };
}

export function termCode(number: number): string {
  return `CHDO:${String(number).padStart(7, '0')}`;
}
