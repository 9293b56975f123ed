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
