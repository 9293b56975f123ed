import { literal } from '../sql/quoted.ts';
import { namesDate } from './columnNames.ts';
import { type ColumnTexts, isLike, type TestResult } from './columnTexts.ts';
import { compact, type DateForm, formats, times } from './dateFormats.ts';
import { countOf, inWords, maxCounterExamples } from './guess.ts';
import type { ColumnContext, TypeCandidate } from './typeGuess.ts';

const isoClock = String.raw`(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?`;
const isoTime = String.raw`[T ]${isoClock}(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?`;

/** A form with its time of day. */
interface Form extends DateForm {
  readonly suffix: string;
  readonly pattern: string;
  /** Whether the text `v` has this form, and its day. */
  readonly condition: string;
  readonly day: string;
}

interface Tested {
  readonly form: Form;
  readonly result: TestResult;
}

/**
 * The form that most of a column's texts have, the same with day and month exchanged, and several forms where no one
 * fits all; none where some texts that were looked at are like no date.
 */
export async function guessDates(
  texts: ColumnTexts,
  { name }: Pick<ColumnContext, 'name'>,
): Promise<readonly TypeCandidate[]> {
  const iso = await guessIsoTime(texts);
  if (iso !== null && iso.fits === texts.profile.values) return [iso];
  const forms = allForms(namesDate(name));
  const tested = await testForms(texts, await likelyForms(texts, forms));
  const [best] = [...tested].sort((a, b) => b.result.fits - a.result.fits);
  const instants = iso === null || iso.fits === 0 ? [] : [iso];
  if (best === undefined || best.result.fits === 0) return instants;
  const rival = tested.find(({ form }) => isSwapped(form, best.form));
  const single = [describeForm(best, rival), ...(rival === undefined ? [] : [describeForm(rival, best)])];
  const { values } = texts.profile;
  const isPart = best.result.fits < values && best.result.fits * leastShare >= values;
  const several = isPart ? await guessSeveral(texts, best, forms) : null;
  return [...single, ...(several === null ? [] : [several]), ...instants];
}

const isSwapped = (one: DateForm & { suffix: string }, other: DateForm & { suffix: string }): boolean =>
  one.swapped !== undefined && one.swapped === other.format && one.suffix === other.suffix;

function allForms(isNamedDate: boolean): Form[] {
  return [...formats, ...(isNamedDate ? [compact] : [])].flatMap((form) =>
    times.map(({ suffix, source }) => {
      const pattern = `${form.format ?? '%Y-%m-%d'}${suffix}`;
      const day = `CAST(try_strptime(v, ${literal(pattern)}) AS DATE)`;
      const condition = `${isLike(`${form.source}${source}`)} AND ${day} IS NOT NULL`;
      return { ...form, source: `${form.source}${source}`, suffix, pattern, condition, day };
    }),
  );
}

/** Forms that some of the texts that are looked at have. */
async function likelyForms({ profile, sample }: ColumnTexts, forms: readonly Form[]): Promise<Form[]> {
  const seen = [profile.first, profile.last, ...(await sample())];
  return forms.filter(({ source }) => {
    const expression = new RegExp(`^(?:${source})$`);
    return seen.some((text) => expression.test(text));
  });
}

async function testForms(texts: ColumnTexts, forms: readonly Form[]): Promise<Tested[]> {
  const tested: Tested[] = [];
  for (const form of forms) tested.push({ form, result: await texts.test(form.condition) });
  return tested;
}

function describeForm(best: Tested, rival: Tested | undefined): TypeCandidate {
  const { format, suffix, pattern } = best.form;
  const isIso = format === null && suffix === '';
  return {
    field: { type: suffix === '' ? 'date' : 'datetime', ...(isIso ? {} : { format: pattern }) },
    fits: best.result.fits,
    cells: best.result.cells,
    reason: [isIso ? 'ISO days' : pattern, ...describeRival(best, rival)].join('; '),
    counterExamples: [...best.result.counterExamples, ...(rival?.result.counterExamples ?? [])].slice(
      0,
      maxCounterExamples,
    ),
  };
}

/** What speaks for and against the same spelling with day and month exchanged. */
function describeRival({ result, form: { swapped } }: Tested, rival: Tested | undefined): string[] {
  if (swapped === undefined || rival === undefined) return [];
  const fits = inWords(rival.result.fits);
  return rival.result.fits === result.fits
    ? [`AMBIGUOUS: ${fits} of these texts are dates with ${swapped} too, so check which is meant`]
    : [`${fits} of these texts would be dates with ${swapped}`];
}

/** Several forms are looked for where the best one has a fifth of the texts at least. */
const leastShare = 5;
const maxForms = 5;

/** Forms that together fit more than the best one; where two of them fit a text as different days, it is named. */
async function guessSeveral(
  texts: ColumnTexts,
  best: Tested,
  forms: readonly Form[],
): Promise<TypeCandidate | null> {
  const chosen = [best];
  let left = forms;
  let rest = `NOT (${best.form.condition})`;
  while (chosen.length < maxForms) {
    const further = left.map((form) => ({ ...form, condition: `${form.condition} AND ${rest}` }));
    // Most forms fit nothing: one statement finds those, where each test is two.
    const fits = await texts.countEach(further.map(({ condition }) => condition));
    const fitting = await testForms(
      texts,
      further.filter((_, index) => (fits[index] ?? 0) > 0),
    );
    const [next] = fitting.sort((a, b) => b.result.fits - a.result.fits);
    if (next === undefined) break;
    left = forms.filter(({ pattern }) => fitting.some(({ form }) => form.pattern === pattern));
    const form = forms.find(({ pattern }) => pattern === next.form.pattern) ?? next.form;
    chosen.push({ form, result: next.result });
    rest = `${rest} AND NOT (${form.condition})`;
  }
  if (chosen.length === 1) return null;
  const all = chosen.map(({ form }) => `(${form.condition})`).join(' OR ');
  return describeSeveral(texts, { chosen, whole: await texts.test(all) });
}

async function describeSeveral(
  texts: ColumnTexts,
  { chosen, whole }: { readonly chosen: readonly Tested[]; readonly whole: TestResult },
): Promise<TypeCandidate> {
  const counts = chosen.map(({ form, result }) => `${form.pattern} (${countOf(result.cells, 'cell')})`);
  const unclear = await findUnclear(texts, chosen);
  const hasTime = chosen.some(({ form }) => form.suffix !== '');
  const day = await findSwappable(texts, chosen);
  const reason = [`dates in ${chosen.length} forms: ${counts.join(', ')}`, ...day].join('; ');
  return {
    field: {
      type: hasTime ? 'datetime' : 'date',
      atrium: { formats: chosen.map(({ form }) => form.pattern) },
    },
    fits: whole.fits,
    cells: whole.cells,
    reason,
    counterExamples: unclear?.examples ?? whole.counterExamples,
    ...(unclear === null ? {} : { objection: `${reason}; ${unclear.text}` }),
  };
}

/** Texts that two of the forms take for different days. */
async function findUnclear(
  texts: ColumnTexts,
  chosen: readonly Tested[],
): Promise<{ text: string; examples: readonly string[] } | null> {
  const pairs = chosen.flatMap((one, index) =>
    chosen
      .slice(index + 1)
      .map(
        (two) => `(${one.form.condition} AND ${two.form.condition} AND ${one.form.day} <> ${two.form.day})`,
      ),
  );
  const condition = pairs.join(' OR ');
  const { fits, cells } = await texts.count(condition);
  if (fits === 0) return null;
  const clear = await texts.test(`NOT (${condition})`);
  return {
    text: `AMBIGUOUS: ${countOf(fits, 'text is a different day', 'texts are different days')} in two of these forms, in ${countOf(cells, 'cell')}`,
    examples: clear.counterExamples,
  };
}

/** Forms of which all texts would be dates with day and month exchanged too. */
async function findSwappable(texts: ColumnTexts, chosen: readonly Tested[]): Promise<string[]> {
  const found: string[] = [];
  for (const { form } of chosen) {
    const { swapped } = form;
    if (swapped === undefined || chosen.some((other) => isSwapped(form, other.form))) continue;
    const other = `try_strptime(v, ${literal(`${swapped}${form.suffix}`)}) IS NOT NULL`;
    const own = await texts.count(form.condition);
    const both = await texts.count(`${form.condition} AND ${other}`);
    if (both.fits === own.fits)
      found.push(
        `AMBIGUOUS: ${inWords(both.fits)} of these texts are dates with ${swapped} too, so check which is meant`,
      );
  }
  return found;
}

/** ISO days with times; where all are midnight, the column holds days. */
async function guessIsoTime(texts: ColumnTexts): Promise<TypeCandidate | null> {
  const { first, last, values } = texts.profile;
  const whole = String.raw`\d{4}-\d{2}-\d{2}${isoTime}`;
  const expression = new RegExp(`^${whole}$`);
  if (!expression.test(first) && !expression.test(last)) return null;
  const condition = `${isLike(whole)} AND try_cast(substr(v, 1, 10) AS DATE) IS NOT NULL`;
  const { fits, cells, counterExamples } = await texts.test(condition);
  const midnight = await texts.count(`${condition} AND ends_with(v, ' 00:00:00')`);
  if (fits === values && midnight.fits === values) {
    const field = { type: 'date', format: '%Y-%m-%d 00:00:00' } as const;
    const reason = `ISO days; every time is 00:00:00 (${countOf(fits, 'text')})`;
    return { field, fits, cells, reason, counterExamples };
  }
  return { field: { type: 'datetime' }, fits, cells, reason: 'ISO instants', counterExamples };
}
