import { createHash } from 'node:crypto';
import type { PackageField } from '@atrium/contract/documents/dataPackage';
import { type DescribedTable, isPublished } from './describedTable.ts';

const form = /^[A-Za-z0-9][A-Za-z0-9_]{0,62}$/;
const others = /[^A-Za-z0-9_]+/g;

export const isConceptId = (id: string): boolean => form.test(id);

interface Claim {
  readonly field: PackageField;
  readonly id: string;
  /** The package spells it so; else it was made of the field's name and may be changed where it is taken. */
  readonly isGiven: boolean;
  /** What the id was made of. */
  readonly name: string;
}

/**
 * The concept id of every field (rule 10.5). An id depends on the names of its own field and table alone, so that a
 * new version of a package cannot give it to another field without notice.
 */
export function conceptIds(
  tables: readonly DescribedTable[],
  root: DescribedTable | undefined,
): ReadonlyMap<PackageField, string> {
  const claims = tables.flatMap((table) => table.fields.map((field) => claimOf(field, table, root)));
  const claimants = new Map<string, number>();
  for (const { id, field } of claims) {
    if (isPublished(field)) claimants.set(id.toLowerCase(), (claimants.get(id.toLowerCase()) ?? 0) + 1);
  }
  return new Map(
    claims.map(({ field, id, isGiven, name }) => {
      const isTaken = isPublished(field) && (claimants.get(id.toLowerCase()) ?? 0) > 1;
      return [field, isTaken && !isGiven ? withCheckSum(id, name) : id];
    }),
  );
}

/** `atrium.id`, or the field's name, which outside the root follows the table's; other characters become `_`. */
function claimOf(field: PackageField, table: DescribedTable, root: DescribedTable | undefined): Claim {
  const name = table === root ? field.name : `${table.name}_${field.name}`;
  const plain = name.replaceAll(others, '_');
  if (field.atrium?.id !== undefined) return { field, id: field.atrium.id, isGiven: true, name };
  const isSpelled = /[A-Za-z0-9]/.test(field.name);
  // A plain name that starts with `_` is refused by its name; it gets no other.
  if ((isSpelled && form.test(plain)) || (plain === name && name.startsWith('_'))) {
    return { field, id: plain, isGiven: plain === name, name };
  }
  return { field, id: withCheckSum(inLatin(name), name), isGiven: false, name };
}

const inLatin = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(others, '_')
    .replaceAll(/^_+|_+$/g, '');

/** At most 63 characters; the check sum is that of the whole name. */
function withCheckSum(id: string, name: string): string {
  const sum = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${id.slice(0, 54) || 'field'}_${sum}`;
}
