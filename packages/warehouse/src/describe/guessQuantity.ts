import { literal } from '../sql/quoted.ts';
import { type ColumnTexts, isLike } from './columnTexts.ts';
import { countOf, maxCounterExamples } from './guess.ts';
import type { TypeCandidate } from './typeGuess.ts';

const numeral = String.raw`[+-]?\d+(?:[.,]\d+)?`;
const quantity = String.raw`${numeral}\s*[A-Za-zµμ%°/][^\d<>;|]*(?:[0-9]?)(?:/[^\d<>;|]+\d?)?`;
const unitOf = `trim(regexp_replace(v, ${literal(`^${numeral}`)}, ''))`;

/** Units that may follow a number without a blank; other letters there are part of a code, such as 12A. */
const joinedUnits =
  /^(?:%|‰|°[CF]?|[kmµμun]?g|lbs?|oz|[cmkµμn]?m|in|ft|[mdcµμ]?[lL]|mm ?Hg|bpm|[hH]|min|s|y|yrs?|years?|mo|months?|wks?|weeks?|d|days?|kg\/m[2²]|[kmµμn]?(?:g|mol|U|IU|mU)\/[md]?[lL])$/;
const maxUnits = 6;

/** Numbers with a unit behind them, as in 80 kg, all in one; where units differ, the most frequent (rule 10.39). */
export async function guessQuantity(texts: ColumnTexts): Promise<readonly TypeCandidate[]> {
  const { profile } = texts;
  const isQuantity = isLike(quantity);
  const { fits } = await texts.count(isQuantity);
  if (fits * 2 < profile.values || fits === 0) return [];
  const groups = await texts.groups(unitOf, { condition: isQuantity, least: 1 });
  if (
    groups.length > maxUnits ||
    !(await areUnits(
      texts,
      groups.map(({ key }) => key),
    ))
  )
    return [];
  const [main] = [...groups].sort((a, b) => b.cells - a.cells);
  if (main === undefined) return [];
  const isMain = `(${isQuantity} AND ${unitOf} = ${literal(main.key)})`;
  const isBare = isLike(numeral);
  const found = await texts.test(groups.length === 1 ? `${isMain} OR ${isBare}` : isMain);
  // 1,200 kg may be a number with a comma between thousands.
  const thousands = isLike(String.raw`[+-]?\d{1,3},\d{3}(?:\D.*)?`);
  const [commas = 0, points = 0, grouped = 0] = await texts.countEach([
    `contains(v, ',')`,
    `contains(v, '.')`,
    thousands,
  ]);
  if (commas > 0 && (points > 0 || grouped === commas)) return [];
  const counts = groups.map(({ key, cells }) => `${key} (${countOf(cells, 'cell')})`).join(', ');
  const bare = (await texts.count(isBare)).cells;
  const without = bare === 0 ? '' : `; ${countOf(bare, 'cell has', 'cells have')} no unit`;
  const differs = `units differ within the column: ${counts}${without}`;
  return [
    {
      field: {
        type: 'number',
        ...(commas > 0 ? { decimalChar: ',' } : {}),
        atrium: { unit: main.key, units: [{ text: main.key }] },
      },
      fits: found.fits,
      cells: found.cells,
      reason: groups.length === 1 ? `numbers with the unit ${main.key}${without}` : differs,
      counterExamples: groups.length === 1 ? found.counterExamples : examplesOf(groups),
      ...(groups.length === 1 ? {} : { objection: differs }),
    },
  ];
}

const examplesOf = (groups: readonly { readonly examples: readonly string[] }[]): readonly string[] =>
  groups.flatMap(({ examples }) => examples.slice(0, 1)).slice(0, maxCounterExamples);

async function areUnits(texts: ColumnTexts, units: readonly string[]): Promise<boolean> {
  if (units.some((unit) => unit.length > 20)) return false;
  if (units.every((unit) => joinedUnits.test(unit))) return true;
  const apart = isLike(String.raw`${numeral}\s+.*`);
  const joined = isLike(String.raw`${numeral}[^\s\d.,].*`);
  return (await texts.count(joined)).fits === 0 && (await texts.count(apart)).fits > 2;
}
