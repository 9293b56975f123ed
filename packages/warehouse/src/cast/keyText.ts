import type { FieldPlan } from '../package/packagePlan.ts';
import type { Cell } from '../rows/rowSource.ts';

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
