import type { EditErrorCode } from '@atrium/contract/errors/errorCode';
import type { EditRefusal } from '@atrium/contract/wire/cohortView';

/**
 * The result of judging a form: its value, or why it is refused; the refusals are the errors as data, in the same
 * order.
 */
export type Judged<Value> =
  | { readonly value: Value }
  | { readonly errors: string[]; readonly refusals: EditRefusal[] };

/** One error of a form. */
export interface FormFault extends EditRefusal {
  /** The sentence for places away from its field, where the message alone would not be clear. */
  readonly sentence?: string;
}

/** A fault of one field, by its path as the wire spells it. */
export const faultOf = (field: string, code: EditErrorCode, message: string): FormFault => ({
  fields: [field],
  code,
  message,
});

export const refusedForm = (faults: readonly FormFault[]): { errors: string[]; refusals: EditRefusal[] } => ({
  errors: faults.map(({ message, sentence = message }) => sentence),
  refusals: faults.map(({ fields, code, message }) => ({ fields, code, message })),
});
