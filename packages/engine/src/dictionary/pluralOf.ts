const preposition = /^(.+?)( (?:at|by|for|from|in|of|on|per|since|to|until|with)\b.*| \(.*)$/;

/**
 * Several of what an English title names: `Sexes`, `Surgeries`, `Diagnoses`, `Ages at enrolment`. A package may say
 * another one.
 */
export function pluralOf(title: string): string {
  const parts = preposition.exec(title);
  const [head = title, tail = ''] = parts === null ? [] : [parts[1], parts[2]];
  return `${pluralWord(head)}${tail}`;
}

function pluralWord(words: string): string {
  if (/[^aeiou]is$/i.test(words)) return words.replace(/is$/i, 'es');
  if (/(s|x|z|ch|sh)$/i.test(words)) return `${words}es`;
  if (/[^aeiou\W]y$/i.test(words)) return words.replace(/y$/i, 'ies');
  return `${words}s`;
}
