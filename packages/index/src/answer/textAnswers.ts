import { type Concept, kindOf, type Population, type TextSearch } from '@atrium/engine';
import { codeOfText, textsOf } from '../compile/codeSets.ts';
import { conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { listedValues } from './choiceAnswers.ts';
import { compileDescribed, tallyCodes } from './described.ts';
import { labelsOf, ontologyIn } from './ontologyTerms.ts';
import { byCodePoint, meets } from './texts.ts';

interface Asked {
  readonly concept: Concept;
  readonly population: Population;
}

function textsIn(concept: Concept, at: Answering): readonly string[] {
  const { values } = conceptIn(concept, at);
  if (values.kind !== 'texts') throw new NotInIndex('otherQuestion');
  return textsOf(values);
}

/** Whether any described row has the value with an index. */
async function occurring({ concept, population }: Asked, at: Answering): Promise<(index: number) => boolean> {
  const described = compileDescribed(concept, population, at);
  const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
  return (index) => (entries[index + 1] ?? 0) > 0;
}

/** The labels of the terms that occur, each once, in order. */
async function labelsThatOccur(asked: Asked, at: Answering): Promise<readonly string[]> {
  const codes = textsIn(asked.concept, at);
  const labels = labelsOf(ontologyIn(asked.concept, at));
  const occurs = await occurring(asked, at);
  const found = codes.flatMap((code, index) => (occurs(index) ? (labels.get(code) ?? []) : []));
  return [...new Set(found)].sort(byCodePoint);
}

/** What `compileSortedValues` says in SQL. */
export async function sortedValues(asked: Asked, at: Answering): Promise<readonly AnswerRow[]> {
  if (kindOf(asked.concept).isCoded) return (await labelsThatOccur(asked, at)).map((value) => ({ value }));
  const { first, values } = listedValues(asked.concept, at);
  const occurs = await occurring(asked, at);
  return Array.from(values).flatMap((value, index) => (occurs(first - 1 + index) ? [{ value }] : []));
}

/** What `compileTextValues` says in SQL. */
export async function textValues(
  asked: Asked,
  { search, offset, limit }: TextSearch,
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const found = kindOf(asked.concept).isCoded
    ? await labelsThatMeet(asked, search, at)
    : await textsThatMeet(asked, search, at);
  return found.slice(offset, offset + limit).map((value) => ({ value, total: found.length }));
}

async function labelsThatMeet(asked: Asked, search: string, at: Answering): Promise<readonly string[]> {
  const labels = await labelsThatOccur(asked, at);
  const isMet = meets(search, labels, at);
  return labels.filter((_, index) => isMet(index));
}

async function textsThatMeet(asked: Asked, search: string, at: Answering): Promise<readonly string[]> {
  const texts = textsIn(asked.concept, at);
  const isMet = meets(search, texts, at);
  const occurs = await occurring(asked, at);
  return texts.filter((_, index) => occurs(index) && isMet(index));
}

/** What `compileTextTotal` says in SQL: of coded concepts the codes. */
export async function textTotal(asked: Asked, search: string, at: Answering): Promise<AnswerRow> {
  return { total: (await textsThatMeet(asked, search, at)).length };
}

/** What `compileTextCounts` says in SQL. */
export async function textCounts(
  { concept, population }: Asked,
  values: readonly string[],
  at: Answering,
): Promise<readonly AnswerRow[]> {
  textsIn(concept, at);
  const described = compileDescribed(concept, population, at);
  const tally = await tallyCodes(concept, described, { at, bySubject: true });
  return [...new Set(values)].flatMap((value) => {
    const code = codeOfText(conceptIn(concept, at).values, value) ?? 0;
    const [entries = 0, subjects = 0] = [tally.entries[code], tally.subjects[code]];
    return code === 0 || entries === 0 ? [] : [{ value, entries, subjects }];
  });
}
