import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import type { Cell, Scalar } from '@atrium/contract/wire/tableView';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { missingClass } from '../../../ui/grid/Grid.tsx';
import { ExternalLink } from '../../../ui/icons.ts';
import { headingWords } from '../tableWords.ts';
import classes from './Grid.module.css';

type Linked = Extract<Cell, { readonly link: string }>;
const isLinked = (cell: Cell): cell is Linked => cell !== null && typeof cell === 'object' && 'link' in cell;
const isList = (cell: Cell): cell is Extract<Cell, readonly unknown[]> => Array.isArray(cell);

/** The content of a cell. */
export function CellValue({ cell }: { readonly cell: Cell }) {
  if (cell === null || (isList(cell) && cell.length === 0)) {
    return <em className={missingClass}>{headingWords.nothing}</em>;
  }
  if (isLinked(cell)) return <LinkedValue {...cell} />;
  const text = isList(cell) ? listText(cell) : scalarText(cell);
  return (
    <span className={classes.text} title={text.length > 20 ? text : undefined}>
      {text}
    </span>
  );
}

/** Addresses come from the dataset's package: only those of the known kinds become links (rule 9.14). */
function LinkedValue({ link, value }: Linked) {
  if (!isLinkAddress(link)) return <span>{value}</span>;
  return (
    <span className={`${classes.text} ${classes.link}`}>
      <Anchor href={link} tabIndex={-1} target="_blank" rel="noopener noreferrer" underline="hover" inherit>
        {value}
        <ExternalLink size={12} aria-hidden className={classes.linkIcon} />
        <VisuallyHidden> {headingWords.newTab}</VisuallyHidden>
      </Anchor>
    </span>
  );
}

const significantDigits = 6;

/** One value as text: True or False, whole numbers unchanged, others with six significant digits. */
export function scalarText(value: Scalar): string {
  if (value === null) return headingWords.nothing;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return String(Number(value.toPrecision(significantDigits)));
  }
  return String(value);
}

/** A list as one text, in which a value that reads like a missing one looks as in files (rules 5.19 and 9.27). */
export const listText = (values: readonly Scalar[]): string =>
  values.map((value) => (value === headingWords.nothing ? `\\${value}` : scalarText(value))).join('; ');
