import type { PackageField } from '@atrium/contract/documents/dataPackage';

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

/** Columns of one table; its name makes the ids of its concepts unique. */
export function columnsOf(category: string) {
  const column = ({ name, title, from }: Named, properties: Partial<PackageField>): Column => ({
    field: { name, title, ...properties, atrium: { category, ...properties.atrium } },
    from,
  });
  const typed =
    (properties: Partial<PackageField>) =>
    (name: string, title: string, ...from: readonly string[]) =>
      column({ name, title, from }, properties);
  const say = (atrium: Extras) => typed({ type: 'string', atrium });
  const coded =
    (vocabulary: VocabularyId, properties: Partial<PackageField> = { type: 'string' }) =>
    (name: string, title: string, ...from: readonly string[]): Column => ({
      ...column({ name, title, from: from.map((path) => `${path}.id`) }, properties),
      field: {
        name,
        title,
        ...properties,
        atrium: { category, ...properties.atrium, type: 'ontology', ontology: vocabulary },
      },
      codes: { vocabulary, labels: from.map((path) => `${path}.label`) },
    });
  const text = say({ type: 'text' });
  const category_ = say({ type: 'category' });
  const day = typed({ type: 'datetime', atrium: { phi: true, time: false } });
  return {
    text,
    category: category_,
    secret: say({ type: 'text', phi: true }),
    unseen: (name: string, ...from: readonly string[]): Column => ({
      field: { name, type: 'string', atrium: { publish: false } },
      from,
    }),
    integer: typed({ type: 'integer' }),
    number: typed({ type: 'number' }),
    flag: typed({ type: 'boolean' }),
    day,
    age: typed({ type: 'duration' }),
    codes: coded,
    codeList: (vocabulary: VocabularyId) => coded(vocabulary, list),
    texts: typed(list),
    /** The label of a code as a category, and its code beside it. */
    labelled: (name: string, title: string, ...from: readonly string[]): readonly Column[] => [
      category_(name, title, ...from.map((path) => `${path}.label`)),
      {
        field: { name: `${name}_id`, type: 'string', atrium: { publish: false } },
        from: from.map((path) => `${path}.id`),
      },
    ],
    time: (name: string, title: string, path: string) =>
      timeColumns({ name, title, path }, { day, typed, classOf: coded('hpo') }),
    quantity: (path: string): readonly Column[] => [
      typed({ type: 'number' })('value', 'Value', `${path}.value`),
      ...unitOf(category_, `${path}.unit`),
      typed({ type: 'number' })('reference_low', 'Reference range, low', `${path}.referenceRange.low`),
      typed({ type: 'number' })('reference_high', 'Reference range, high', `${path}.referenceRange.high`),
      ...unseenUnit(path),
    ],
  };
}

interface TimeColumn {
  readonly name: string;
  readonly title: string;
  readonly path: string;
}

interface TimeColumns {
  readonly day: MakeColumn;
  readonly typed: (properties: Partial<PackageField>) => MakeColumn;
  readonly classOf: MakeColumn;
}

/** The time element of the standard: at most one of its forms has a value. */
const timeColumns = (
  { name, title, path }: TimeColumn,
  { day, typed, classOf }: TimeColumns,
): readonly Column[] => [
  typed({ type: 'duration' })(
    `${name}_age`,
    `${title}, age`,
    `${path}.age.iso8601duration`,
    `${path}.ageRange.start.iso8601duration`,
  ),
  typed({ type: 'duration' })(
    `${name}_age_end`,
    `${title}, end of the range of ages`,
    `${path}.ageRange.end.iso8601duration`,
  ),
  {
    ...typed({ type: 'integer', atrium: { unit: 'd' } })(
      `${name}_gestational_days`,
      `${title}, gestational age (days)`,
      `${path}.gestationalAge.weeks`,
      `${path}.gestationalAge.days`,
    ),
    compute: gestationalDays,
  },
  classOf(`${name}_class`, `${title}, class`, `${path}.ontologyClass`),
  day(`${name}_date`, `${title}, date`, `${path}.timestamp`, `${path}.interval.start`),
  day(`${name}_date_end`, `${title}, last date`, `${path}.interval.end`),
];

const list = { type: 'list', itemType: 'string', delimiter: ';', atrium: { listEscape: '\\' } } as const;

type MakeColumn = (name: string, title: string, ...from: readonly string[]) => Column;

const unitOf = (make: MakeColumn, path: string): readonly Column[] => [
  make('unit', 'Unit', `${path}.label`),
  { field: { name: 'unit_id', type: 'string', atrium: { publish: false } }, from: [`${path}.id`] },
];

const unseenUnit = (path: string): readonly Column[] =>
  ['id', 'label'].map((part) => ({
    field: { name: `reference_unit_${part}`, type: 'string', atrium: { publish: false } },
    from: [`${path}.referenceRange.unit.${part}`],
  }));

function gestationalDays([weeks, days]: readonly (string | undefined)[]): string {
  if (weeks === undefined && days === undefined) return '';
  const total = 7 * Number(weeks ?? 0) + Number(days ?? 0);
  return Number.isFinite(total) ? String(total) : `${weeks ?? ''} ${days ?? ''}`.trim();
}
