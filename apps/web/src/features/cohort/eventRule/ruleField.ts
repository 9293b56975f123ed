import type { FieldErrors } from '../../../api/definition/fieldErrors.ts';
import type { RuleDraft } from './ruleForm.ts';

/** The props that the fields of every form of rule share. */
export interface FieldsProps {
  readonly draft: RuleDraft;
  readonly onChange: (draft: RuleDraft) => void;
  /** The server's errors, by the wire name of the field. */
  readonly errors: FieldErrors['fields'];
}

/** The props of the control of one field of the draft. */
export const fieldOf = ({ draft, onChange, errors }: FieldsProps, name: string) => ({
  name,
  value: draft.fields[name] ?? '',
  error: errors[name],
  onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
    onChange({ ...draft, fields: { ...draft.fields, [name]: event.currentTarget.value } }),
});
