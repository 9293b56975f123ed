import { type FoundIdentifier, findIdentifier } from '../identify/findIdentifier.ts';
import { type ColumnHolds, identifierKinds } from '../identify/identifierKinds.ts';
import type { Guess } from './guess.ts';
import type { FoundRoot } from './guessRoot.ts';
import type { DescribedColumn, DescribedFile, Link } from './keysAndLinks.ts';

/** The columns that start protected, and why (rule 10.27). */
export type Identifiers = ReadonlyMap<DescribedColumn, FoundIdentifier & { readonly about: string }>;

/** Looks at the name and the values of every column. */
export function findIdentifiers(
  files: readonly DescribedFile[],
  { links, root }: { readonly links: readonly Link[]; readonly root: FoundRoot },
): Identifiers {
  const keys = new Set([
    ...files.flatMap(({ primaryKey }) => primaryKey ?? []),
    ...links.flatMap(({ column, key }) => [column, key]),
    ...(root.derived === null ? [] : [root.derived.column]),
  ]);
  return new Map(
    files.flatMap((file) =>
      file.columns.flatMap((one) => {
        const { column, profile, sample } = one;
        const found = findIdentifier({
          table: file === root.root ? `${file.name}_subject` : file.name,
          name: column.name,
          holds: holdsOf(one),
          isKey: keys.has(one),
          sample,
          distinct: profile.values,
          filled: profile.filled,
        });
        return found === null
          ? []
          : [[one, { ...found, about: `${file.staged.file.path}: ${column.name}` }] as const];
      }),
    ),
  );
}

function holdsOf({ type: { field } }: DescribedColumn): ColumnHolds {
  switch (field.type) {
    case 'date':
    case 'datetime':
      return 'date';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'duration':
    case 'year':
      return 'other';
    default:
      return 'text';
  }
}

export const sayIdentifiers = (identifiers: Identifiers): readonly Guess[] =>
  [...identifiers.values()].map(({ about, kind, by }) => ({
    about,
    text: `protected, and closed to aggregates: its ${by === 'name' ? 'name speaks of' : 'values look like'} ${identifierKinds[kind]}`,
    counterExamples: [],
  }));
