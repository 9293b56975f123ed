import type { Ontology } from '@atrium/engine';
import type { FieldPlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import { type Cell, isMissing, textOfCell } from '../rows/rowSource.ts';
import { comparable, lengthProblems, limitCheck } from './limits.ts';
import {
  inexactProblem,
  isBad,
  markedWord,
  numberOfStaged,
  type Parser,
  parserOf,
  type Scalar,
} from './parseText.ts';

/** Called for each thing that is wrong with a cell, with the text that is wrong. */
export type Report = (kind: ProblemKind, text: string) => void;

/** The codes of an ontology: current ones, alternatives by their current code, and obsolete ones. */
export interface CodeBook {
  readonly terms: { has(code: string): boolean };
  readonly alternatives: { get(code: string): string | undefined };
  readonly obsolete: { has(code: string): boolean };
}

/** Casts one cell of a field to its values, without nulls and repetitions; at most one unless the field is a list. */
export type FieldCast = (cell: Cell, report: Report) => readonly Scalar[];

const none: readonly Scalar[] = [];

/**
 * Makes the cast of a field (docs/data-packages.md, rule 10.3): text is trimmed; empty text and the field's missing
 * values are null; text that cannot be parsed is null and reported; an alternative code becomes the current one.
 */
export function castField(field: FieldPlan, codes: CodeBook | null): FieldCast {
  const castText = textCast(field, codes);
  const requireValue = (values: readonly Scalar[], report: Report): readonly Scalar[] => {
    if (field.isRequired && values.length === 0) report('required', '');
    return values;
  };
  const { delimiter } = field;
  if (delimiter === null) {
    return (cell, report) => {
      const value = castText(textOfCell(cell), report);
      return requireValue(value === null ? none : [value], report);
    };
  }
  return (cell, report) => {
    if (cell === null || isMissing(cell, field.missingValues)) return requireValue(none, report);
    const items = typeof cell === 'string' ? cell.split(delimiter) : cell;
    const values = new Set(items.flatMap((item) => castText(item, report) ?? []));
    for (const problem of lengthProblems(values.size, field)) report(problem, textOfCell(cell) ?? '');
    return requireValue([...values], report);
  };
}

function textCast(
  field: FieldPlan,
  codes: CodeBook | null,
): (text: string | null, report: Report) => Scalar | null {
  const isMissingText = missingTest(field);
  const written = writtenText(field);
  const judge = judgeOf(field);
  const labelOf = labels(field);
  const parse = withWords(field, labelOf);
  return (given, report) => {
    if (given === null) return null;
    const trimmed = given.trim();
    if (trimmed === '' || isMissingText(trimmed) || field.missingValues.has(given)) return null;
    const text = written(given);
    const value = parse(text);
    if (value === null) return null;
    if (isBad(value)) {
      report(value.problem, given);
      return null;
    }
    for (const problem of judge(text, value)) report(problem, given);
    if (labelOf !== null) return labelOf(text) ?? value;
    return codes === null ? value : currentCode(text, codes, report);
  };
}

/** The text of a cell to which the limits of its field apply: trimmed, as the package spells it. */
export const writtenText =
  ({ codeOf, spellings }: FieldPlan) =>
  (given: string): string => {
    const text = given.trim();
    return codeOf?.get(text) ?? spellings?.get(text) ?? text;
  };

/** A code with a label is a word among numbers, and no number to which limits apply. */
function withWords({ rule }: FieldPlan, labelOf: ReturnType<typeof labels>): Parser {
  const parse = parserOf(rule);
  if (rule.target !== 'number_with_categories' || labelOf === null) return parse;
  return (text) => labelOf(text) ?? parse(text);
}

const noProblems: readonly ProblemKind[] = [];

/** What is wrong with a value that is kept nevertheless. */
function judgeOf(field: FieldPlan): (text: string, value: Scalar) => readonly ProblemKind[] {
  const isDeclared = declaredTest(field);
  const limitsOf = limitCheck(field);
  const isWhole = field.rule.lexical === 'integer';
  const hasWords = field.rule.target === 'number_with_categories';
  const inexactOf = (value: Scalar) => {
    const number = hasWords ? numberOfStaged(value) : value;
    return isWhole && typeof number === 'number' ? inexactProblem(number) : null;
  };
  if (isDeclared === null && limitsOf === null) {
    return (_, value) => (inexactOf(value) === null ? noProblems : ['inexactInteger']);
  }
  return (text, value) => {
    const inexact = inexactOf(value);
    const isFree = hasWords && numberOfStaged(value) !== null;
    const isUndeclared = !isFree && isDeclared?.(text, value) === false;
    return [
      ...(inexact === null ? [] : [inexact]),
      ...(isUndeclared ? ['undeclaredValue' as const] : []),
      ...(limitsOf?.(text, value) ?? []),
    ];
  };
}

/** Whether a text means "no value"; numbers are compared by value. */
function missingTest({ missingValues, rule, declaredRule }: FieldPlan): (text: string) => boolean {
  const isNumeric = rule.lexical === 'integer' || rule.lexical === 'number';
  if (!isNumeric) return (text) => missingValues.has(text);
  const listed = new Set([...missingValues].map((text) => comparable(declaredRule)(text.trim())));
  const comparedAs = comparable(rule);
  return listed.size === 0 || (listed.size === 1 && listed.has(''))
    ? (text) => missingValues.has(text)
    : (text) => missingValues.has(text) || listed.has(comparedAs(text));
}

/** Whether a value is among those that the package lists; null where it lists none. */
function declaredTest({ allowedValues, rule, declaredRule }: FieldPlan) {
  if (allowedValues === null) return null;
  const comparedAs = comparable(rule);
  const listed = new Set(allowedValues);
  for (const text of allowedValues) {
    listed.add(comparable(declaredRule)(text));
    const value = parserOf(declaredRule)(text.trim());
    if (value !== null && !isBad(value)) listed.add(String(value));
  }
  return (text: string, value: Scalar): boolean => listed.has(String(value)) || listed.has(comparedAs(text));
}

/** The label by which a value is kept (rule 10.7); null where the field has no labels. */
function labels({ labels: byValue, rule, declaredRule }: FieldPlan) {
  if (byValue === null) return null;
  const comparedAs = comparable(rule);
  const listed = new Map([...byValue].map(([value, label]) => [comparable(declaredRule)(value), label]));
  const isWord = rule.target === 'number_with_categories';
  return (text: string): string | undefined => {
    const label = byValue.get(text) ?? listed.get(comparedAs(text));
    return isWord && label !== undefined ? markedWord(label) : label;
  };
}

function currentCode(code: string, { terms, alternatives, obsolete }: CodeBook, report: Report): string {
  if (terms.has(code)) return code;
  const current = alternatives.get(code);
  if (current !== undefined) return current;
  report(obsolete.has(code) ? 'obsoleteTerm' : 'unknownTerm', code);
  return code;
}

/** The text by which a cell is joined: trimmed, null for a missing value, and `007` as `7` where the field is a number. */
export function keyText(given: string, { missingValues, rule }: FieldPlan): string | null {
  const text = given.trim();
  if (text === '' || missingValues.has(given) || missingValues.has(text)) return null;
  if (rule.lexical !== 'integer' && rule.lexical !== 'number') return text;
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?\d+)\.0*$/, '$1');
  return missingValues.has(plain) ? null : plain;
}

/** What codes mean, by ontology id. */
export type Codes = ReadonlyMap<string, CodeBook>;

/** The codes of each ontology. */
export function createCodes(ontologies: ReadonlyMap<string, Ontology>): Codes {
  return new Map(
    [...ontologies].map(([id, { terms, alternatives, obsolete }]) => [
      id,
      { terms: new Set(terms.map(({ code }) => code)), alternatives, obsolete },
    ]),
  );
}
