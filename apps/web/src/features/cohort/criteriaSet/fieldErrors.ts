/** Errors of a refused form: those of a field under its name, the rest for the whole form. */
export interface FormErrors {
  readonly fields: Readonly<Record<string, string>>;
  readonly rest: readonly string[];
}

export const noErrors: FormErrors = { fields: {}, rest: [] };

const head = /^([A-Za-z_]+(?:, [A-Za-z_]+)*): (.+)$/s;

/**
 * Puts the server's errors, which begin with the names of their fields ("date_min, date_max: give at least one."), to
 * those fields. The sentence stands at the first of them.
 */
export function fieldErrors(errors: readonly string[], known: readonly string[]): FormErrors {
  const fields: Record<string, string> = {};
  const rest: string[] = [];
  for (const error of errors) {
    const [, names = '', sentence = ''] = head.exec(error) ?? [];
    const name = names.split(', ').find((one) => known.includes(one));
    if (name === undefined) rest.push(error);
    else fields[name] = [fields[name], capital(sentence)].filter((text) => text !== undefined).join(' ');
  }
  return { fields, rest };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
