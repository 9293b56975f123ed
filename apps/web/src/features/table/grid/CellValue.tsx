import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import type { Cell } from '@atrium/contract/wire/tableView';
import { Anchor, VisuallyHidden } from '@mantine/core';
import { missingClass } from '../../../ui/grid/Grid.tsx';
import { ExternalLink } from '../../../ui/icons.ts';
import { headingWords } from '../tableWords.ts';
import { cellText, isLinked, isNothing, type Linked } from './cellText.ts';
import classes from './Grid.module.css';

/** The content of a cell. */
export function CellValue({ cell }: { readonly cell: Cell }) {
  if (isNothing(cell)) {
    return (
      <em className={missingClass} title={headingWords.noValue}>
        {headingWords.nothing}
      </em>
    );
  }
  if (isLinked(cell)) return <LinkedValue {...cell} />;
  const { text, whole } = cellText(cell);
  return (
    <span className={classes.text} title={text !== whole || text.length > 20 ? whole : undefined}>
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
