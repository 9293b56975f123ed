import { dayOfMoment } from '@atrium/contract/calendar/moments';
import type { DuckDBConnection } from '@duckdb/node-api';
import type { Bound, CastRule, FieldPlan, PackagePlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import { isBad, numberOf, numberOfStaged, parserOf, plainRule, type Scalar } from './parseText.ts';
import { patternFault } from './textPattern.ts';

/** What breaks the limits of a field, for a trimmed text and its value. */
export type LimitCheck = (text: string, value: Scalar) => readonly ProblemKind[];

type Ordered = string | number;

/**
 * Makes the check of a value against `minimum`, `maximum`, `minLength` and `maxLength` (rule 10.2); null where the
 * field has no limits. A `pattern` is checked by the database (`fitsPattern`). The limits of a list concern each item, but its lengths the number of items.
 */
export function limitCheck(field: FieldPlan): LimitCheck | null {
  const { limits, rule, delimiter } = field;
  if (limits === null) return null;
  const orderOf = orderedBy(rule);
  const bounds = limits.bounds.flatMap((bound) => {
    const limit = boundValue(bound, field);
    return limit === null ? [] : [{ ...bound, limit }];
  });
  return (text, value) => {
    const ordered = orderOf?.(text, value) ?? null;
    return [
      ...(ordered === null ? [] : bounds.flatMap((bound) => boundProblem(ordered, bound) ?? [])),
      ...(delimiter === null ? lengthProblems([...text].length, field) : []),
    ];
  };
}

function boundProblem(
  ordered: Ordered,
  { side, isExclusive, limit }: Bound & { readonly limit: Ordered },
): ProblemKind | null {
  const isAtLimit = ordered === limit && isExclusive;
  if (side === 'minimum') return ordered < limit || isAtLimit ? 'belowMinimum' : null;
  return ordered > limit || isAtLimit ? 'aboveMaximum' : null;
}

/** What is wrong with a number of characters, or of items in a list. */
export function lengthProblems(length: number, { limits }: FieldPlan): readonly ProblemKind[] {
  if (limits === null) return [];
  if (length < (limits.minLength ?? 0)) return ['tooShort'];
  return length > (limits.maxLength ?? Number.POSITIVE_INFINITY) ? ['tooLong'] : [];
}

/** By what the values of a field are ordered; null where they are not. Values kept as text are parsed by their type. */
function orderedBy(rule: CastRule): ((text: string, value: Scalar) => Ordered | null) | null {
  const ordered = (value: Scalar | null): Ordered | null => (typeof value === 'boolean' ? null : value);
  if (rule.keepsTime) return (_, value) => (typeof value === 'string' ? dayOfMoment(value) : null);
  if (rule.target === 'number_with_categories') return (_, value) => numberOfStaged(value);
  if (rule.target === 'number' || rule.target === 'age' || rule.target === 'date') {
    return (_, value) => ordered(value);
  }
  const target = targetOf(rule);
  if (target === null) return null;
  const parse = parserOf({ ...rule, target });
  return (text) => {
    const value = parse(text);
    return value === null || isBad(value) ? null : ordered(value);
  };
}

function targetOf({ lexical, target }: CastRule): 'number' | 'date' | 'age' | null {
  if (target === 'number' || target === 'age' || target === 'date') return target;
  if (target === 'number_with_categories') return 'number';
  if (lexical === 'integer' || lexical === 'number' || lexical === 'year') return 'number';
  if (lexical === 'date' || lexical === 'datetime') return 'date';
  return lexical === 'duration' ? 'age' : null;
}

/** A bound as a value: in the spelling of the field, else in that of the standard. */
function boundValue({ value }: Bound, { declaredRule }: FieldPlan): Ordered | null {
  const target = targetOf(declaredRule);
  if (target === null) return null;
  const spelled = { ...declaredRule, target, keepsTime: false };
  for (const rule of typeof value === 'string' ? [spelled, plainRule(spelled)] : [plainRule(spelled)]) {
    const parsed = parserOf(rule)(String(value).trim());
    if (parsed !== null && !isBad(parsed) && typeof parsed !== 'boolean') return parsed;
  }
  return null;
}

/** The limits of fields that cannot be used; they refuse the package (rule 10.1). */
export async function limitFaults(
  { tables }: PackagePlan,
  connection: DuckDBConnection,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { name, fields } of tables) {
    for (const field of fields) {
      const found = [...boundFaults(field)];
      const { pattern = null } = field.limits ?? {};
      const fault = pattern === null ? null : await patternFault(pattern, connection);
      if (fault !== null) found.push(`its pattern ${fault}`);
      faults.push(...found.map((problem) => `resource ${name}, field ${field.name}: ${problem}`));
    }
  }
  return faults;
}

const boundFaults = (field: FieldPlan): readonly string[] =>
  (field.limits?.bounds ?? [])
    .filter((bound) => boundValue(bound, field) === null)
    .map(({ key, value }) =>
      targetOf(field.declaredRule) === null
        ? `a ${field.declaredRule.lexical} has no ${key}`
        : `its ${key} "${value}" is no ${field.declaredRule.lexical}`,
    );

/**
 * A text by which values are compared with what a package lists: numbers by value, so that `-99` is also `-99.0`; all
 * else, and whole numbers too large to be exact, as they are spelled.
 */
export function comparable(rule: CastRule): (text: string) => string {
  if (rule.lexical !== 'integer' && rule.lexical !== 'number') return (text) => text;
  const parse = numberOf(rule);
  return (text) => {
    const value = parse(text);
    if (isBad(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) return text;
    return String(value === 0 ? 0 : value);
  };
}
