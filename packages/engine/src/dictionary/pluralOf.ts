/** What follows the noun of a title: `at enrolment`, `(kg)`, `, first visit`, `_kg`. */
const units =
  'kg|mg|ug|µg|ng|g|cm|mm|m|ml|dl|l|mmhg|bpm|hz|ms|iu|mmol|mol|pct|percent|days?|weeks?|months?|years?|hours?|mins?|minutes?|secs?|seconds?';
const tails = [
  / (?:at|by|for|from|in|of|on|per|since|to|until|with)\b.*$/i,
  /(?: [([]|,).*$/,
  new RegExp(`[ _](?:${units})(?:[ _/]+(?:per[ _])?(?:${units}))*$`, 'i'),
];

/**
 * Several of what an English title names: `Sexes`, `Surgeries`, `Diagnoses`, `Ages at enrolment`, `weights_kg`. A package
 * may say another one.
 */
export function pluralOf(title: string): string {
  const from = Math.min(...tails.map((tail) => tail.exec(title)?.index || title.length));
  return `${pluralWord(title.slice(0, from))}${title.slice(from)}`;
}

const irregular: Readonly<Record<string, string>> = {
  child: 'children',
  man: 'men',
  woman: 'women',
  foot: 'feet',
  tooth: 'teeth',
  mouse: 'mice',
  person: 'people',
  criterion: 'criteria',
  phenomenon: 'phenomena',
  datum: 'data',
  information: 'information',
  equipment: 'equipment',
  staff: 'staff',
};

/** Words that are several already, without an s. */
const several: ReadonlySet<string> = new Set(Object.values(irregular));

function pluralWord(words: string): string {
  const [last = ''] = /[a-z]*$/i.exec(words) ?? [];
  // A number, a sign or another script has no plural that letters show.
  if (last === '') return words;
  if (several.has(last.toLowerCase())) return words;
  const known = irregular[last.toLowerCase()];
  if (known !== undefined) return `${words.slice(0, words.length - last.length + 1)}${known.slice(1)}`;
  if (/[^aeiou]is$/i.test(words)) return words.replace(/is$/i, 'es');
  if (/(ss|us|is|x|z|ch|sh)$/i.test(words)) return `${words}es`;
  // `Notes` are several already.
  if (/s$/.test(words)) return words;
  if (/[^aeiou\W_]y$/i.test(words)) return words.replace(/y$/i, 'ies');
  return `${words}s`;
}
