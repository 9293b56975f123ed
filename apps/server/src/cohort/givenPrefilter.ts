import { isAbsentWord } from '@atrium/contract/wire/tolerant';
import { type Concept, mayUseConcept, type ReleaseSql } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { FindValues } from '../catalogue/index.ts';

export interface PrefilterContext {
  readonly release: ReleaseSql;
  readonly member: Pick<Member, 'level'>;
  readonly find: FindValues;
}

/**
 * The request without a prefilter that says nothing: the texts `undefined` and `null` are values where the prefilter
 * concept has a value of that very text, and "not given" everywhere else (rule 9.26).
 */
export async function withGivenPrefilter<Given extends { readonly prefilterValue?: string | undefined }>(
  given: Given,
  concept: Concept,
  known: PrefilterContext,
): Promise<Given> {
  const { prefilterValue: text } = given;
  if (text === undefined || !isAbsentWord(text) || (await hasValue(concept, text, known))) return given;
  return { ...given, prefilterValue: undefined };
}

async function hasValue({ prefilter }: Concept, text: string, { release, member, find }: PrefilterContext) {
  const by = prefilter === null ? undefined : release.lookup.concept(prefilter.conceptId);
  if (by === undefined || !mayUseConcept(by, member)) return false;
  if (by.declaredValues.includes(text)) return true;
  const known = await find({ concept: by, values: [text] });
  return known.kind === 'text' ? known.found.has(text) : known.matches.has(text);
}
