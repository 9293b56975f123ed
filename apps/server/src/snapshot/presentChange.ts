/** How an edit of a definition ended: with a new one, or with reasons why not. */
export type Change =
  | { readonly kind: 'changed'; readonly entryId?: string }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

/** The part of a reply that says how an edit ended (contract 3.5). */
export const presentChange = (change: Change) => ({
  transformationSuccessful: change.kind === 'changed',
  transformationErrors: change.kind === 'refused' ? [...change.errors] : [],
  transformationWarnings: [],
  ...(change.kind === 'changed' && change.entryId !== undefined ? { entryId: change.entryId } : {}),
});
