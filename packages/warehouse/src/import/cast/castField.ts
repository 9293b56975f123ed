import type { Ontology } from '@atrium/engine';
import type { FieldPlan } from '../../package/packagePlan.ts';
import type { ProblemKind } from '../../release/problemKind.ts';
import type { Cell } from '../rows/rowSource.ts';
import { inexactProblem, isBad, parserOf, type Scalar } from './parseText.ts';

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
      const value = castText(textOf(cell), report);
      return requireValue(value === null ? none : [value], report);
    };
  }
  return (cell, report) => {
    if (cell === null || isMissing(cell, field.missingValues)) return requireValue(none, report);
    const items = typeof cell === 'string' ? cell.split(delimiter) : cell;
    const values = new Set(items.flatMap((item) => castText(item, report) ?? []));
    return requireValue([...values], report);
  };
}

const isMissing = (cell: Cell, missing: ReadonlySet<string>): boolean =>
  typeof cell === 'string' && (missing.has(cell) || missing.has(cell.trim()));

const textOf = (cell: Cell): string | null =>
  cell === null || typeof cell === 'string' ? cell : cell.map((item) => item ?? '').join(', ');

function textCast(
  field: FieldPlan,
  codes: CodeBook | null,
): (text: string | null, report: Report) => Scalar | null {
  const parse = parserOf(field.rule);
  const { missingValues, allowedValues, rule } = field;
  return (given, report) => {
    if (given === null) return null;
    const text = given.trim();
    if (text === '' || missingValues.has(text) || missingValues.has(given)) return null;
    const value = parse(text);
    if (value === null) return null;
    if (isBad(value)) {
      report(value.problem, given);
      return null;
    }
    if (rule.lexical === 'integer' && typeof value === 'number') {
      const problem = inexactProblem(value);
      if (problem !== null) report(problem, given);
    }
    if (allowedValues !== null && !allowedValues.has(String(value))) report('undeclaredValue', given);
    return codes === null ? value : currentCode(text, codes, report);
  };
}

function currentCode(code: string, { terms, alternatives, obsolete }: CodeBook, report: Report): string {
  if (terms.has(code)) return code;
  const current = alternatives.get(code);
  if (current !== undefined) return current;
  report(obsolete.has(code) ? 'obsoleteTerm' : 'unknownTerm', code);
  return code;
}

/** The texts by which a cell is joined: trimmed, without missing values, and `007` as `7` where the field is a number. */
export function keyTexts(cell: Cell, field: FieldPlan): readonly string[] {
  const { delimiter } = field;
  if (cell === null || (typeof cell === 'string' && field.missingValues.has(cell))) return [];
  const items = typeof cell !== 'string' ? cell : delimiter === null ? [cell] : cell.split(delimiter);
  return [...new Set(items.flatMap((item) => keyText(item, field) ?? []))];
}

function keyText(item: string | null, { missingValues, rule }: FieldPlan): string | null {
  const text = item?.trim() ?? '';
  if (text === '' || missingValues.has(text)) return null;
  if (rule.lexical !== 'integer' && rule.lexical !== 'number') return text;
  return text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?\d+)\.0*$/, '$1');
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
