/** What is wrong with a form: at single fields, and as a whole. */
export interface FieldErrors<Field extends string = string> {
  readonly fields: Partial<Readonly<Record<Field, string>>>;
  readonly rest: readonly string[];
}

export const noErrors: FieldErrors<never> = { fields: {}, rest: [] };

export const hasErrors = ({ fields, rest }: FieldErrors): boolean =>
  Object.keys(fields).length > 0 || rest.length > 0;

const name = '[A-Za-z_]+(?: [a-z]+)?';
const head = new RegExp(`^(${name}(?:, ${name})*): (.+)$`, 's');

/**
 * Puts the server's errors, which begin with the names of their fields ("date_min, date_max: give at least one."), to
 * those fields; `names` says which field of the form each name means. The sentence stands at the first of them.
 */
export function fieldErrors<Field extends string>(
  errors: readonly string[],
  names: Readonly<Record<string, Field>>,
): FieldErrors<Field> {
  const known = new Map(Object.entries(names));
  const fields: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  for (const error of errors.filter((text) => text.trim() !== '')) {
    const [, named = '', sentence = ''] = head.exec(error) ?? [];
    const [field] = named.split(', ').flatMap((one) => known.get(one) ?? []);
    if (field === undefined) rest.push(error);
    else fields[field] = [fields[field], capital(sentence)].filter((text) => text !== undefined).join(' ');
  }
  return { fields, rest };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
