import type { EditErrorCode } from '@atrium/contract/errors/errorCode';

export type { EditErrorCode } from '@atrium/contract/errors/errorCode';

/** One thing that is wrong with an edit; `fields` are the form fields it concerns, none where it concerns the whole edit. */
export interface EditError {
  readonly fields: readonly string[];
  readonly code: EditErrorCode;
  /** The sentence without the names of the fields. */
  readonly text: string;
  /** The sentence shown to people, which begins with the fields where there are any. */
  readonly message: string;
}

/** An error of one form field, or of several that are wrong together. */
export function fieldError(field: string | readonly string[], code: EditErrorCode, text: string): EditError {
  const fields = typeof field === 'string' ? [field] : field;
  return { fields, code, text, message: `${fields.join(', ')}: ${text}` };
}

/** An error of the whole edit. */
export const editError = (code: EditErrorCode, message: string): EditError => ({
  fields: [],
  code,
  text: message,
  message,
});

/** `warningEntries` are the values that the warnings name, verbatim. */
export interface RefusedEdit {
  readonly kind: 'refused';
  /** Of a batch: which edit was refused, counted from 0. */
  readonly index?: number;
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

/**
 * Edits in their order as one (rule 3.24): the first that is refused refuses all of them, and is named. An edit that is
 * only validated cannot be part of it. Each edit is a step, since there may be many.
 */
export function* applyInOrder<Definition>(
  before: Definition,
  edits: readonly ((before: Definition) => Outcome<Definition>)[],
): Generator<undefined, Outcome<Definition>, undefined> {
  let definition = before;
  let entryId: string | undefined;
  for (const [index, apply] of edits.entries()) {
    yield;
    const outcome = apply(definition);
    if (outcome.kind === 'refused') return { ...outcome, index };
    if (outcome.kind === 'valid')
      return { ...refused(editError('not_fitting', 'An edit of a batch cannot only be validated.')), index };
    if (outcome.kind === 'changed') definition = outcome.definition;
    entryId = outcome.entryId ?? entryId;
  }
  const after: Outcome<Definition> = { kind: 'changed', definition };
  return unlessSame(before, entryId === undefined ? after : { ...after, entryId });
}

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
  if (Array.isArray(left) && Array.isArray(right))
    return left.length === right.length && left.every((item, index) => isSame(item, right[index]));
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...keys].every((key) => isSame(left[key], right[key]));
}
