/** How an edit of a definition ended: with a new one, with the same one, or with reasons why not. */
export type Change =
  | { readonly kind: 'changed' | 'unchanged'; readonly entryId?: string }
  | { readonly kind: 'valid' }
  | { readonly kind: 'refused'; readonly errors: readonly { readonly message: string }[] };

/** The part of a reply that says how an edit ended (rule 3.9). */
export const presentChange = (change: Change) => ({
  transformationSuccessful: change.kind === 'changed' || change.kind === 'unchanged',
  transformationErrors: change.kind === 'refused' ? change.errors.map(({ message }) => message) : [],
  transformationWarnings: [],
  ...('entryId' in change && change.entryId !== undefined ? { entryId: change.entryId } : {}),
});
