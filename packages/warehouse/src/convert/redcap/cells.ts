import type { RedcapField } from './dictionary.ts';
import { plainText, withoutEmbedded } from './plainText.ts';
import type { RecordColumn } from './recordColumns.ts';

/** What a cell becomes: a text in a column, an item of a list, or nothing, with the reason. */
export type CellValue =
  | { readonly kind: 'text' | 'item'; readonly text: string }
  /** A text that is none of the choices of its field, kept as it stands. */
  | { readonly kind: 'no choice'; readonly text: string }
  | { readonly kind: 'left out'; readonly reason: string }
  | { readonly kind: 'bad'; readonly reason: string };

export interface CellRules {
  readonly missingCodes: ReadonlySet<string>;
  readonly hasLabels: boolean;
  /** Whether the dictionary has a field of this name, which a label may embed. */
  readonly isField: (name: string) => boolean;
}

const leftOut = (reason: string): CellValue => ({ kind: 'left out', reason });
const text = (found: string): CellValue => ({ kind: 'text', text: found });

const statuses: ReadonlyMap<string, string> = new Map([
  ['0', 'Incomplete'],
  ['1', 'Unverified'],
  ['2', 'Complete'],
]);

const yes = new Set(['1', 'yes', 'true']);
const no = new Set(['0', 'no', 'false']);

/** The value of a cell that is not empty. */
export function parseCell(column: RecordColumn, cell: string, rules: CellRules): CellValue {
  if (rules.missingCodes.has(cell) && column.kind !== 'status') return leftOut('is a missing data code');
  switch (column.kind) {
    case 'field':
      return readField(column.field, cell, rules);
    case 'box':
      if (cell === '1' || cell === 'Checked') return { kind: 'item', text: column.label };
      if (cell === '0' || cell === 'Unchecked') return leftOut('is a box that is not checked');
      return { kind: 'bad', reason: `"${cell}" is neither 1 nor 0` };
    case 'status':
      return text(statuses.get(cell) ?? cell);
    case 'timestamp':
      return cell === '[not completed]' ? leftOut('says that a survey is not completed') : text(cell);
    case 'unknown':
      return leftOut(`is in the column "${column.name}", which the dictionary does not have`);
    default:
      return text(cell);
  }
}

function readField({ name, type, choices }: RedcapField, cell: string, rules: CellRules): CellValue {
  switch (type) {
    case 'radio':
    case 'dropdown': {
      const shown = rules.hasLabels ? plainText(withoutEmbedded(cell, rules.isField)) : '';
      const chosen = choices.find(({ code, label }) =>
        rules.hasLabels ? label === cell || label === shown : code === cell,
      );
      return chosen === undefined ? { kind: 'no choice', text: cell } : text(chosen.label);
    }
    case 'yesno':
    case 'truefalse':
      return text(yes.has(cell.toLowerCase()) ? 'true' : no.has(cell.toLowerCase()) ? 'false' : cell);
    case 'file':
      return leftOut(`is a file of "${name}"; files come as a catalogue (atrium.files)`);
    case 'descriptive':
      return leftOut(`is in "${name}", a text that a form shows`);
    default:
      return text(cell);
  }
}

/** Whether a cell shows that somebody filled in the form: a box that is not checked and a form not begun do not. */
export function showsData(column: RecordColumn, cell: string, rules: CellRules): boolean {
  if (column.kind === 'status') return cell !== '0' && cell !== 'Incomplete';
  if (column.kind !== 'field' && column.kind !== 'box' && column.kind !== 'timestamp') return false;
  const { kind } = parseCell(column, cell, rules);
  return kind === 'text' || kind === 'item' || kind === 'no choice';
}

/** The form that a column belongs to; undefined for columns of the record. */
export function formOf(column: RecordColumn): string | undefined {
  if (column.kind === 'field' || column.kind === 'box') return column.field.form;
  return column.kind === 'status' || column.kind === 'timestamp' ? column.form : undefined;
}
