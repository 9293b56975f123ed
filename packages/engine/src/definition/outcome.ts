/** Why an edit is refused, for programs; the message says it to people. */
export type EditErrorCode =
  | 'malformed'
  | 'missing'
  | 'out_of_range'
  | 'reversed'
  | 'not_allowed'
  | 'not_found'
  | 'not_fitting'
  | 'conflict';

/** One thing that is wrong with an edit; `field` is the form field it concerns, null where it concerns the whole edit. */
export interface EditError {
  readonly field: string | null;
  readonly code: EditErrorCode;
  /** The sentence shown to people, which begins with the field where there is one. */
  readonly message: string;
}

/** An error of one form field. */
export const fieldError = (field: string, code: EditErrorCode, text: string): EditError => ({
  field,
  code,
  message: `${field}: ${text}`,
});

/** An error of the whole edit. */
export const editError = (code: EditErrorCode, message: string): EditError => ({
  field: null,
  code,
  message,
});

/** `warningEntries` are the values that the warnings name, verbatim. */
export interface RefusedEdit {
  readonly kind: 'refused';
  readonly errors: readonly EditError[];
  readonly warnings: readonly string[];
  readonly warningEntries: readonly string[];
}

export const refused = (...errors: readonly EditError[]): RefusedEdit => ({
  kind: 'refused',
  errors,
  warnings: [],
  warningEntries: [],
});

/**
 * How an edit of a definition ended; `entryId` names the entry that it made or changed. `valid` answers validate_only;
 * `unchanged` is a success that needs no new snapshot.
 */
export type Outcome<Definition> =
  | { readonly kind: 'changed'; readonly definition: Definition; readonly entryId?: string }
  | { readonly kind: 'unchanged'; readonly entryId?: string }
  | { readonly kind: 'valid' }
  | RefusedEdit;

/** The outcome, or `unchanged` where the definition says the same as before. */
export function unlessSame<Definition>(
  before: Definition,
  outcome: Outcome<Definition>,
): Outcome<Definition> {
  if (outcome.kind !== 'changed' || !isSame(outcome.definition, before)) return outcome;
  const { entryId } = outcome;
  return { kind: 'unchanged', ...(entryId === undefined ? {} : { entryId }) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether two plain values say the same; the order of keys and keys without a value do not matter. */
function isSame(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false;
  if (Array.isArray(left) && Array.isArray(right) && left.length !== right.length) return false;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSame(left[key], right[key]));
}
