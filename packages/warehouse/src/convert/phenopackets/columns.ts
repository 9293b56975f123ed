import type { PackageField } from '@atrium/contract';

/** The vocabularies of the package; each becomes an ontology. */
export const vocabularies = {
  hpo: 'Human Phenotype Ontology',
  disease: 'Diseases',
  assay: 'Assays',
  action: 'Treatments and procedures',
  sample: 'Tissues and findings',
} as const;
export type VocabularyId = keyof typeof vocabularies;

/** How one column of a table is made of a message. */
export interface Column {
  readonly field: PackageField;
  /** The paths of its values; of several paths the first that has a value is taken. */
  readonly from: readonly string[];
  /** Makes one cell of the texts at the paths, in their order. Default: the first text, or all of a list. */
  readonly compute?: (texts: readonly (string | undefined)[]) => string;
  /** The labels of its codes, in the order of `from`. */
  readonly codes?: { readonly vocabulary: VocabularyId; readonly labels: readonly string[] };
}

interface Named {
  readonly name: string;
  readonly title: string;
  readonly from: readonly string[];
}

type Extras = NonNullable<PackageField['atrium']>;

type MakeColumn = (name: string, title: string, ...from: readonly string[]) => Column;

/** Columns of one table; its name makes the ids of its concepts unique. */
export function columnsOf(category: string) {
  const kinds = columnKinds(category);
  return { ...kinds, ...elementsOf(kinds) };
}

/** A column by the type of its values. */
function columnKinds(category: string) {
  const column = ({ name, title, from }: Named, properties: Partial<PackageField>): Column => ({
    field: { name, title, ...properties, atrium: { category, ...properties.atrium } },
    from,
  });
  const typed =
    (properties: Partial<PackageField>): MakeColumn =>
    (name, title, ...from) =>
      column({ name, title, from }, properties);
  const ofText = (atrium: Extras) => typed({ type: 'string', atrium });
  const codes =
    (vocabulary: VocabularyId, properties: Partial<PackageField> = { type: 'string' }): MakeColumn =>
    (name, title, ...from) => ({
      ...column({ name, title, from: from.map((path) => `${path}.id`) }, properties),
      field: {
        name,
        title,
        ...properties,
        atrium: { category, ...properties.atrium, type: 'ontology', ontology: vocabulary },
      },
      codes: { vocabulary, labels: from.map((path) => `${path}.label`) },
    });
  return {
    text: ofText({ type: 'text' }),
    category: ofText({ type: 'category' }),
    secret: ofText({ type: 'text', phi: true }),
    unseen,
    integer: typed({ type: 'integer' }),
    gestation: typed({ type: 'integer', atrium: { unit: 'd' } }),
    number: typed({ type: 'number' }),
    flag: typed({ type: 'boolean' }),
    day: typed({ type: 'datetime', atrium: { phi: true, time: false } }),
    age: typed({ type: 'duration' }),
    codes,
    codeList: (vocabulary: VocabularyId) => codes(vocabulary, list),
    texts: typed(list),
  };
}

const unseen = (name: string, ...from: readonly string[]): Column => ({
  field: { name, type: 'string', atrium: { publish: false } },
  from,
});

/** The elements of the standard that become several columns. */
const elementsOf = ({ category, number, age, gestation, codes, day }: ReturnType<typeof columnKinds>) => ({
  /** The label of a code as a category, and its code beside it. */
  labelled: (name: string, title: string, ...from: readonly string[]): readonly Column[] => [
    category(name, title, ...from.map((path) => `${path}.label`)),
    unseen(`${name}_id`, ...from.map((path) => `${path}.id`)),
  ],
  /** At most one of the forms of a time has a value. */
  time: (name: string, title: string, path: string): readonly Column[] => [
    age(
      `${name}_age`,
      `${title}, age`,
      `${path}.age.iso8601duration`,
      `${path}.ageRange.start.iso8601duration`,
    ),
    age(`${name}_age_end`, `${title}, end of the range of ages`, `${path}.ageRange.end.iso8601duration`),
    {
      ...gestation(
        `${name}_gestational_days`,
        `${title}, gestational age (days)`,
        `${path}.gestationalAge.weeks`,
        `${path}.gestationalAge.days`,
      ),
      compute: gestationalDays,
    },
    codes('hpo')(`${name}_class`, `${title}, class`, `${path}.ontologyClass`),
    day(`${name}_date`, `${title}, date`, `${path}.timestamp`, `${path}.interval.start`),
    day(`${name}_date_end`, `${title}, last date`, `${path}.interval.end`),
  ],
  quantity: (path: string): readonly Column[] => [
    number('value', 'Value', `${path}.value`),
    category('unit', 'Unit', `${path}.unit.label`),
    unseen('unit_id', `${path}.unit.id`),
    number('reference_low', 'Reference range, low', `${path}.referenceRange.low`),
    number('reference_high', 'Reference range, high', `${path}.referenceRange.high`),
    ...['id', 'label'].map((part) => unseen(`reference_unit_${part}`, `${path}.referenceRange.unit.${part}`)),
  ],
});

const list = { type: 'list', itemType: 'string', delimiter: ';', atrium: { listEscape: '\\' } } as const;

function gestationalDays([weeks, days]: readonly (string | undefined)[]): string {
  if (weeks === undefined && days === undefined) return '';
  const total = 7 * Number(weeks ?? 0) + Number(days ?? 0);
  return Number.isFinite(total) ? String(total) : `${weeks ?? ''} ${days ?? ''}`.trim();
}
