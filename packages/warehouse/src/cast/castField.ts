import type { FieldPlan } from '../package/packagePlan.ts';
import type { ProblemKind } from '../release/problemKind.ts';
import type { Cell } from '../rows/rowSource.ts';
import { readerOf } from './readerOf.ts';
import { inexactProblem } from './readNumber.ts';
import { isBad, type Scalar } from './scalar.ts';

/** Told of each thing that is wrong with a cell, with the text it concerns. */
export type Report = (kind: ProblemKind, text: string) => void;

/** What a code means to an ontology; the code itself when it is a current one. */
export interface CodeBook {
  readonly terms: { has(code: string): boolean };
  readonly alternatives: { get(code: string): string | undefined };
  readonly obsolete: { has(code: string): boolean };
}

/** Reads one cell of a field: its values, without nulls and repetitions; at most one unless the field is a list. */
export type FieldCast = (cell: Cell, report: Report) => readonly Scalar[];

const none: readonly Scalar[] = [];

/**
 * The cast of a field (docs/data-packages.md, rule 10.3): text is trimmed; empty text and the field's missing
 * values are null; what cannot be read is null and reported; a code is led to its current term.
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
  const read = readerOf(field.rule);
  const { missingValues, allowedValues, rule } = field;
  return (given, report) => {
    if (given === null) return null;
    const text = given.trim();
    if (text === '' || missingValues.has(text) || missingValues.has(given)) return null;
    const value = read(text);
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
