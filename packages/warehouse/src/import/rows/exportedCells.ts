import { rearmed } from '@atrium/engine';
import type { TablePlan } from '../../package/packagePlan.ts';
import type { Cell, OpenRowSource } from './rowSource.ts';

type Decode = (text: string) => Cell;

/**
 * Undoes what an export of the portal did to the cells of a CSV, where the package says so: quotes before formulas, and
 * escapes in lists (rule 5.19).
 */
export function decodeExport(source: OpenRowSource, { fields, format, described }: TablePlan): OpenRowSource {
  const prefix = format.kind === 'csv' ? format.formulaPrefix : null;
  const lists = new Map<number, Decode>();
  for (const { name, index, delimiter, listEscape } of fields) {
    if (delimiter === null || listEscape === null) continue;
    lists.set(source.columns?.indexOf(name) ?? index, (text) => splitEscaped(text, delimiter, listEscape));
  }
  if (prefix === null && lists.size === 0) return source;
  const width = Math.max(described.length, source.columns?.length ?? 0);
  const columns = Array.from({ length: width }, (_, index) => lists.get(index) ?? null);
  const decode = (cell: Cell, index: number): Cell => {
    if (typeof cell !== 'string' || cell === '') return cell;
    const text = prefix === null ? cell : rearmed(cell);
    const split = columns[index] ?? null;
    return split === null ? text : split(text);
  };
  return {
    ...source,
    rows: async function* () {
      for await (const rows of source.rows())
        yield rows.map(({ line, cells }) => ({ line, cells: cells.map(decode) }));
    },
  };
}

/** The items of a cell; the bare text `null` is a missing one. */
function splitEscaped(text: string, delimiter: string, mark: string): (string | null)[] {
  const items: (string | null)[] = [];
  let item = '';
  let isEscaped = false;
  const end = (): void => {
    items.push(item === 'null' && !isEscaped ? null : item);
    item = '';
    isEscaped = false;
  };
  for (let at = 0; at < text.length; at += 1) {
    if (text.startsWith(mark, at) && at + mark.length < text.length) {
      at += mark.length;
      item += text[at] ?? '';
      isEscaped = true;
    } else if (text.startsWith(delimiter, at)) {
      end();
      at += delimiter.length - 1;
    } else item += text[at] ?? '';
  }
  end();
  return items;
}
