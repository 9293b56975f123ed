import type { CohortEdited, EditRefusal } from '@atrium/contract/wire/cohortView';
import { fieldWords } from '../fieldWords.ts';

/** The errors of a form: of single fields, and of the whole form. */
export interface FieldErrors<Field extends string = string> {
  readonly fields: Partial<Readonly<Record<Field, string>>>;
  readonly rest: readonly string[];
}

export const noErrors: FieldErrors<never> = { fields: {}, rest: [] };

export const hasErrors = ({ fields, rest }: FieldErrors): boolean =>
  Object.keys(fields).length > 0 || rest.length > 0;

/** The errors of an edit that a form shows. */
export type Refusal = Pick<EditRefusal, 'fields' | 'message'>;

/** An error of a form as a whole. */
export const ofWholeForm = (message: string): Refusal => ({ fields: [], message });

/** How a batch of edits of any kind ended. */
type Ended = Pick<
  CohortEdited,
  'transformationSuccessful' | 'transformationErrors' | 'transformationWarnings' | 'refusedIndex'
>;

/** Which edit of a batch was refused, and why; undefined where all were made. */
export const refusedOf = (ended: Ended): { readonly index: number; readonly problem: string } | undefined =>
  ended.transformationSuccessful
    ? undefined
    : {
        index: ended.refusedIndex ?? 0,
        problem: [...ended.transformationErrors, ...ended.transformationWarnings].join(' '),
      };

/**
 * Puts the server's refusals at the fields that they are about; `names` says which field of the form each name of the
 * server means. A sentence about several fields stands at the first of them.
 */
export function fieldErrors<Field extends string>(
  refusals: readonly Refusal[],
  names: Readonly<Record<string, Field>>,
): FieldErrors<Field> {
  const known = new Map(Object.entries(names));
  const fields: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  for (const { fields: named, message } of refusals.filter((refusal) => refusal.message.trim() !== '')) {
    const [field] = named.flatMap((one) => known.get(one) ?? []);
    if (field === undefined)
      rest.push([...(named.length > 0 ? [named.map(fieldWords).join(', ')] : []), message].join(': '));
    else fields[field] = [fields[field], capital(message)].filter((text) => text !== undefined).join(' ');
  }
  return { fields, rest };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
