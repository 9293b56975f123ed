import { type DataPackage, findUnsafe } from '@atrium/contract';

/** Keys whose texts reach scripts, manifests and headers. Names of fields do not: they are those of the columns of files. */
const writtenKeys = /(^|\.)(name|title|titlePlural|id|path(\[\d+\])?|version)$/;
const fieldName = /\.fields\[\d+\]\.name$/;

/** Names, titles, paths and ids of a descriptor that hold a line break or another unsafe character (rule 10.31). */
export function checkTexts(descriptor: DataPackage): string[] {
  return textsIn(descriptor, 'package').flatMap(({ at, text }) => {
    const found = writtenKeys.test(at) && !fieldName.test(at) ? findUnsafe(text) : null;
    if (found === null) return [];
    return [`${at}: holds the character ${found}, which a name, title, path or id may not hold`];
  });
}

interface FoundText {
  /** As package.resources[0].title. */
  readonly at: string;
  readonly text: string;
}

function textsIn(value: unknown, at: string): readonly FoundText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((one, index) => textsIn(one, `${at}[${index}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, `${at}.${key}`));
}
