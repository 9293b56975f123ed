import { type Concept, kindOf, type Population, type TextSearch } from '@atrium/engine';
import { byCodePoint } from '../compile/codePoints.ts';
import { codeOfText, textsOf } from '../compile/codeSets.ts';
import { conceptIn } from '../compile/compileRows.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';
import { listedValues } from './choiceAnswers.ts';
import { compileDescribed, tallyCodes } from './described.ts';
import { labelsOf, ontologyIn } from './ontologyTerms.ts';
import { forEachInSlices } from './slices.ts';
import { meets } from './texts.ts';

interface TextRequest {
  readonly concept: Concept;
  readonly population: Population;
}

function textsIn(concept: Concept, at: Answering): readonly string[] {
  const { values } = conceptIn(concept, at);
  if (values.kind !== 'texts') throw new NotInIndex('otherQuestion');
  return textsOf(values);
}

/** Whether any described row has the value with an index. */
async function occurring(
  { concept, population }: TextRequest,
  at: Answering,
): Promise<(index: number) => boolean> {
  const described = compileDescribed(concept, population, at);
  const { entries } = await tallyCodes(concept, described, { at, bySubject: false });
  return (index) => (entries[index + 1] ?? 0) > 0;
}

/** The labels of the terms that occur, each once, in order. */
async function labelsThatOccur(request: TextRequest, at: Answering): Promise<readonly string[]> {
  const codes = textsIn(request.concept, at);
  const labels = await labelsOf(ontologyIn(request.concept, at));
  const occurs = await occurring(request, at);
  const found = codes.flatMap((code, index) => (occurs(index) ? (labels.get(code) ?? []) : []));
  return [...new Set(found)].sort(byCodePoint);
}

/** What `compileSortedValues` says in SQL. */
export async function sortedValues(request: TextRequest, at: Answering): Promise<readonly AnswerRow[]> {
  if (kindOf(request.concept).isCoded)
    return (await labelsThatOccur(request, at)).map((value) => ({ value }));
  const { first, values } = listedValues(request.concept, at);
  const occurs = await occurring(request, at);
  return Array.from(values).flatMap((value, index) => (occurs(first - 1 + index) ? [{ value }] : []));
}

/** What `compileTextValues` says in SQL. */
export async function textValues(
  request: TextRequest,
  { search, offset, limit }: TextSearch,
  at: Answering,
): Promise<readonly AnswerRow[]> {
  const found = kindOf(request.concept).isCoded
    ? await labelsThatMeet(request, search, at)
    : await textsThatMeet(request, search, at);
  return found.slice(offset, offset + limit).map((value) => ({ value, total: found.length }));
}

async function labelsThatMeet(
  request: TextRequest,
  search: string,
  at: Answering,
): Promise<readonly string[]> {
  const labels = await labelsThatOccur(request, at);
  const isMet = await meets(search, labels, at);
  return labels.filter((_, index) => isMet(index));
}

async function textsThatMeet(
  request: TextRequest,
  search: string,
  at: Answering,
): Promise<readonly string[]> {
  const texts = textsIn(request.concept, at);
  const isMet = await meets(search, texts, at);
  const occurs = await occurring(request, at);
  const found: string[] = [];
  await forEachInSlices(texts.entries(), ([index, text]) => {
    if (occurs(index) && isMet(index)) found.push(text);
  });
  return found;
}

/** What `compileTextTotal` says in SQL: of coded concepts the codes. */
export async function textTotal(request: TextRequest, search: string, at: Answering): Promise<AnswerRow> {
  return { total: (await textsThatMeet(request, search, at)).length };
}

/** What `compileTextCounts` says in SQL. */
export async function textCounts(
  { concept, population }: TextRequest,
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
