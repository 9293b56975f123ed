import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { conceptTypeOf, shownValuesOf } from './conceptRules.ts';
import {
  type DescribedPackage,
  type DescribedTable,
  findField,
  isList,
  isPublished,
} from './describedTable.ts';

/** What is wrong with the polarities that collections declare (rule 2.20). */
export function checkPolarities({ loaded, root }: DescribedPackage): string[] {
  return loaded.flatMap((table) => {
    const { polarity } = table.resource.atrium ?? {};
    if (polarity === undefined) return [];
    if (table === root) return [`resource ${table.name}: the root cannot have a polarity`];
    const field = findField(table, polarity.field);
    const owner = `resource ${table.name}: its polarity "${polarity.field}"`;
    if (field === undefined) return [`${owner} is not a field of the table`];
    return problemsOf(field, polarity.absent).map((problem) => `${owner} ${problem}`);
  });
}

function problemsOf(field: PackageField, absent: readonly (string | boolean | null)[]): readonly string[] {
  if (!isPublished(field)) return ['is not published'];
  if (isList(field)) return ['is a list; a record is present or absent'];
  if (field.atrium?.prefilter !== undefined) return ['has a prefilter'];
  const values = possibleValues(field);
  if (values === null) return ['must be a boolean, or a category that declares its values'];
  const unknown = absent.filter((value) => value !== null && !values.includes(value));
  return [
    ...unknown.map((value) => `has no value ${JSON.stringify(value)}`),
    ...(new Set(absent).size < absent.length ? ['names a value twice'] : []),
    ...(values.every((value) => absent.includes(value)) ? ['leaves no value for present records'] : []),
  ];
}

/** Values of a field as members see them; null where that cannot be known before the data are read. */
function possibleValues(field: PackageField): readonly (string | boolean)[] | null {
  const type = conceptTypeOf(field);
  if (type === 'boolean') return [true, false];
  const values = shownValuesOf(field);
  return type === 'category' && values.length > 0 ? values : null;
}

const defaultName = /(^|_)(excluded|negated|negation|observed|absent|present|refuted|denied)$/i;

const hasUnsaidPolarity = ({ resource, fields }: DescribedTable): readonly PackageField[] =>
  resource.atrium?.polarity === undefined
    ? fields.filter(
        (field) => isPublished(field) && conceptTypeOf(field) === 'boolean' && defaultName.test(field.name),
      )
    : [];

/** A warning where a boolean seems to say which records are absent, and the collection does not declare it. */
export function warnOfUnsaidPolarity({ loaded, root }: DescribedPackage): readonly string[] {
  const names = loaded.flatMap((table) =>
    table === root ? [] : hasUnsaidPolarity(table).map((field) => `${table.name}.${field.name}`),
  );
  if (names.length === 0) return [];
  return [
    `Some fields may say that a record is present or absent: ${names.join(', ')}. ` +
      'Where one does, declare it (atrium.polarity of the resource): without it, filters count both alike.',
  ];
}
