import type { OntologyDocument, StatedTerm } from '@atrium/engine';

type Draft = {
  -readonly [Key in keyof StatedTerm]: StatedTerm[Key] extends readonly (infer Item)[]
    ? Item[]
    : StatedTerm[Key];
};

/**
 * Parses OBO 1.2 or 1.4 line by line: the terms of its `[Term]` stanzas; it ignores other stanzas. `finish` throws an
 * Error where a term has no id, or the file ends within a term, as one that was cut does.
 */
export function createOboParser() {
  const terms: Draft[] = [];
  let version: string | null = null;
  let stanza = 'header';
  let term: Draft | null = null;
  let lacksId = false;
  return {
    line: (given: string): void => {
      const line = given.trim();
      if (line === '' || line.startsWith('!')) return;
      if (line.startsWith('[')) {
        lacksId ||= stanza === '[Term]' && term === null;
        stanza = line;
        term = null;
        return;
      }
      const colon = line.indexOf(':');
      if (colon < 0) return;
      const tag = line.slice(0, colon).trim();
      const value = line.slice(colon + 1).trim();
      if (stanza === 'header' && tag === 'data-version') version = value;
      if (stanza !== '[Term]') return;
      if (tag === 'id') {
        term = emptyTerm(plain(value));
        terms.push(term);
      } else if (term !== null) parseTag(term, tag, value);
    },
    finish: (): OntologyDocument => {
      if (lacksId) throw new Error('one of its terms has no id');
      if (stanza === '[Term]' && term === null) throw new Error('it ends within a term, which has no id');
      const last = stanza === '[Term]' ? terms.at(-1) : undefined;
      if (
        last?.label === null &&
        !last.isObsolete &&
        terms.length > 1 &&
        terms.every((each) => each === last || each.label !== null || each.isObsolete)
      )
        throw new Error(`it ends within the term ${last.code}, which has no name`);
      return { version, terms };
    },
  };
}

const emptyTerm = (code: string): Draft => ({
  code,
  label: null,
  parents: [],
  synonyms: [],
  alternatives: [],
  isObsolete: false,
  replacedBy: null,
});

function parseTag(term: Draft, tag: string, value: string): void {
  switch (tag) {
    case 'name':
      term.label = unescaped(withoutComment(value));
      break;
    case 'is_a':
      term.parents.push(plain(value));
      break;
    case 'alt_id':
      term.alternatives.push(plain(value));
      break;
    case 'synonym':
    case 'exact_synonym':
    case 'related_synonym':
    case 'broad_synonym':
    case 'narrow_synonym':
      term.synonyms.push(...quotedText(value));
      break;
    case 'is_obsolete':
      term.isObsolete = plain(value) === 'true';
      break;
    case 'replaced_by':
      term.replacedBy ??= plain(value);
      break;
  }
}

/** An identifier without the comment and the modifiers in braces that may follow it. */
const plain = (value: string): string =>
  withoutComment(value)
    .replace(/\s*\{.*$/, '')
    .trim();

/** A comment begins with `!` after a blank; in the quotes of a modifier, as {source="a ! b"}, it is a letter. */
function withoutComment(value: string): string {
  let isModifier = false;
  let isQuoted = false;
  for (let at = 0; at < value.length; at += 1) {
    const letter = value[at];
    if (letter === '\\') at += 1;
    else if (letter === '"') isQuoted = isModifier && !isQuoted;
    else if (isQuoted) continue;
    else if (letter === '{') isModifier = true;
    else if (letter === '}') isModifier = false;
    else if (letter === '!' && /\s/.test(value[at - 1] ?? '')) return value.slice(0, at).trim();
  }
  return value.trim();
}

function quotedText(value: string): string[] {
  const text = /^"((?:\\.|[^"\\])*)"/.exec(value)?.[1];
  return text === undefined ? [] : [unescaped(text)];
}

const escapes: Readonly<Record<string, string>> = { n: '\n', W: ' ', t: '\t' };

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter);
