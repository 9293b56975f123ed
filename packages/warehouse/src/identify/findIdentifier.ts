import type { IdentifierKind } from './identifierKinds.ts';
import { kindsOfName, spelled } from './identifierNames.ts';
import { areClinicNumbers, type ColumnValues, kindsOfValues, mayBe } from './identifierValues.ts';

/** How many distinct values are looked at. */
export const sampledValues = 500;

/** The properties of a field that starts closed. */
export const protection = { phi: true, aggregatable: false } as const;

/** A column, with as much of its values as somebody has looked at; the sample may be empty. */
export interface ColumnEvidence extends ColumnValues {
  readonly table: string;
  readonly name: string;
  readonly title?: string | undefined;
  /** Whether tables are joined by it: a primary key, or either side of a foreign key. */
  readonly isKey: boolean;
}

export interface FoundIdentifier {
  readonly kind: IdentifierKind;
  readonly by: 'name' | 'values';
}

const maxTitle = 6;
/** Names of things that are not people: their texts are those of a vocabulary, one a row where the table is a list of them. */
const vocabularyName =
  /_(?:labels?|terms?|definitions?|synonyms?|concepts?|relationships?|vocabular\w*|domains?|genes?|symbols?|variants?|alleles?|proteins?|hgvs\w*|transcripts?|drugs?|medic(?:ation|ament)s?|diseases?|diagnos[ei]s|conditions?|procedures?|tests?|assays?|questions?|ontolog\w*|species|units?|sequences?|snps?|locus|loci|pathways?|modifiers?|expressions?)_/u;
/** Codes of a vocabulary are as long as numbers of a clinic, and repeat from row to row. */
const codeName = /_(?:icd\w*|snomed\w*|loinc|ndc|atc|rx\w*|omim|mim|orpha\w*|hpo|mondo|cpt|ops|cui|din)_/u;
/** Dates of events spread over years as dates of birth do; the name of the column tells them, or that of the table. */
const eventName =
  /_(?:visits?|adm\w*|disch\w*|starts?|ends?|onset|proc\w*|surg\w*|op|samples?|collect\w*|tests?|labs?|encounter|events?|enrol\w*|consent\w*|diag\w*|dx|reports?|results?|first|last|follow\w*|fu|exam\w*|scan|treat\w*|assays?|begin|stop|created|updated|modified|entry|aufnahme|entlassung|beginn|ende|unters\w*|valid\w*|assess\w*|inclu\w*|random\w*|index|condition|drug|measure\w*|observ\w*|period|survey\w*|timestamp|refer\w*|transplant\w*|biops\w*|vacc\w*|publi\w*|release\w*|specimen|order\w*|prescri\w*|death|eingriff|operation\w*|import\w*|record\w*)_/u;

/**
 * Whether a column may say who somebody is, by its name, its title or its values (rule 10.27); null where nothing speaks
 * for it. The key of subjects is their pseudonym unless it is itself the number of a person outside of the study.
 */
export function findIdentifier(column: ColumnEvidence): FoundIdentifier | null {
  const { holds, isKey } = column;
  if (holds === 'other') return null;
  const named = namesOf(column)
    .flatMap((one) => kindsOfName(one, column))
    .filter((kind) => mayBe(kind, column));
  const kinds = isKey ? named.filter((kind) => !isOwnKey(kind, column)) : named;
  const [byName] = kinds;
  if (byName !== undefined) return { kind: byName, by: 'name' };
  const [byValues] = kindsOfValues(column).filter((kind) => isPossible(kind, column));
  return byValues === undefined ? null : { kind: byValues, by: 'values' };
}

/** A question is long, and is about much that it does not ask for; it counts where its answers differ from each other. */
const namesOf = ({ name, title, distinct, filled }: ColumnEvidence): readonly string[] => {
  if (title === undefined || title === name) return [name];
  const isShort = title.split(/\s+/).length <= maxTitle;
  return isShort || (distinct >= 5 && distinct * 10 >= filled) ? [name, title] : [name];
};

/** `patient_id` is what the study calls its patients, unless the values are those of a clinic. */
const isOwnKey = (kind: IdentifierKind, column: ColumnEvidence): boolean =>
  kind === 'recordNumber' &&
  /_(?:pat|pt|p|patient\w*|pac\w*|paz\w*|pas\w*|person)_?(?:id|ids|code|key|ref|identifier)?_$/u.test(
    spelled(column.name),
  ) &&
  !areClinicNumbers(column);

/** Names that say nothing by themselves: what the table is about counts too. */
const bareName =
  /^_(?:(?:start|end|begin|first|last)_)?(?:names?|titles?|texts?|values?|codes?|terms?|date_?time|dates?|dt|datum|days?|tag|time|when|fecha|fec|data|jour|on|at|from|to|until|since|taken|done|given|performed)\d*_$/u;
const speaksOf = (pattern: RegExp, { table, name }: ColumnEvidence): boolean =>
  pattern.test(spelled(name)) || (bareName.test(spelled(name)) && pattern.test(spelled(table)));

/** Keys have a value in every row, and dates of events are spread over years, without being anything more. */
function isPossible(kind: IdentifierKind, column: ColumnEvidence): boolean {
  switch (kind) {
    case 'birthDate':
      return !column.isKey && !speaksOf(eventName, column);
    case 'ownText':
      return !column.isKey && !speaksOf(vocabularyName, column);
    case 'recordNumber': {
      const isOwn = column.distinct >= 0.9 * column.filled;
      return !column.isKey && (isOwn || !(speaksOf(vocabularyName, column) || speaksOf(codeName, column)));
    }
    case 'freeText':
    case 'postalCode':
      return !column.isKey;
    default:
      return true;
  }
}
