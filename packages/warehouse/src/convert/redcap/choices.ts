import { plainText, withoutEmbedded } from './plainText.ts';

export interface Choice {
  readonly code: string;
  /** As people see it; unlike that of any other choice of the field. */
  readonly label: string;
}

/** The choices of a field, and what is to be told of them, as ends of sentences that begin with the field. */
export interface FoundChoices {
  readonly choices: readonly Choice[];
  readonly notes: readonly string[];
}

/**
 * `1, Male | 2, Female`: a code ends at the first comma. A part without a code is the rest of a label with a bar in it,
 * or an error; it is no choice and is told, unless no part has a code: then they are the labels (rule 10.41).
 */
export function parseChoices(text: string, isField: (name: string) => boolean): FoundChoices {
  const parts = text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const coded = parts.filter((part) => codePart.test(part));
  const rest = parts.filter((part) => !codePart.test(part));
  if (coded.length === 0)
    return {
      choices: rest.map((part) => ({ code: part, label: plainText(part) || part })),
      notes: rest.length === 0 ? [] : ['its choices have no codes, so their labels are taken for them'],
    };
  const found = coded.map((part) => {
    const comma = part.indexOf(',');
    const code = part.slice(0, comma).trim();
    return { code, label: plainText(withoutEmbedded(part.slice(comma + 1), isField)) || code };
  });
  return {
    choices: withOwnLabels(found),
    notes: [...rest.map(partWithoutCode), ...sharedLabels(found)],
  };
}

/** A code of letters, digits and few marks before a comma. */
const codePart = /^[\w.+-]+\s*,/;

const partWithoutCode = (part: string): string =>
  `"${part}" in its choices has no code, so it is no choice: perhaps a bar stands in a label`;

function sharedLabels(choices: readonly Choice[]): readonly string[] {
  const labels = [...new Set(choices.map(({ label }) => label))];
  return labels.flatMap((label) => {
    const codes = choices.filter((choice) => choice.label === label).map(({ code }) => code);
    return codes.length === 1
      ? []
      : [`its choices ${codes.join(', ')} have one label, "${label}", so each gets its code in brackets`];
  });
}

/** Of choices with one label each gets its code in brackets, since two values cannot have one label (rule 10.7). */
function withOwnLabels(choices: readonly Choice[]): readonly Choice[] {
  const labels = new Set<string>();
  return choices.map(({ code, label }) => {
    const isShared = choices.filter((other) => other.label === label).length > 1;
    let own = isShared ? `${label} (${code})` : label;
    while (labels.has(own) || (isShared && choices.some((other) => other.label === own)))
      own = `${own} (${code})`;
    labels.add(own);
    return { code, label: own };
  });
}
