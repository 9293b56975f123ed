import type { CohortEdited } from '@atrium/contract';

const notFoundMessage = /^Entry (.*) not found/;

/** Which pasted values the server knows; unknown ones are named in the verdict (contract 9.5). */
export function sortPasted(
  values: readonly string[],
  verdict: Pick<CohortEdited, 'transformationWarnings' | 'transformationWarningEntries'>,
): { readonly found: readonly string[]; readonly notFound: readonly string[] } {
  const unknown = new Set([
    ...verdict.transformationWarningEntries,
    ...verdict.transformationWarnings.flatMap((warning) => notFoundMessage.exec(warning)?.[1] ?? []),
  ]);
  return {
    found: values.filter((value) => !unknown.has(value)),
    notFound: values.filter((value) => unknown.has(value)),
  };
}
