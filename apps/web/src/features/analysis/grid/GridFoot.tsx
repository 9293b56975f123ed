import { gridWords } from '../analysisWords.ts';
import { formatCell } from './figures.ts';
import classes from './Grid.module.css';
import { type GridParts, headerId, totalId } from './gridLayout.ts';

/** The totals of the columns, which stay in view. */
export function GridFoot({ id, layout, totals: shown, columns, stickyAt }: GridParts) {
  const { columnSpans, rowSpans } = layout;
  const { totals } = layout.crossTab;
  if (totals === undefined) return null;
  const leaves = columnSpans.length - 1;
  const isSticky = stickyAt[0] !== undefined;
  return (
    <tfoot>
      <tr>
        <th
          id={totalId(id, 'row')}
          scope="row"
          colSpan={rowSpans.length}
          className={classes.totalHead}
          data-sticky={isSticky}
          style={isSticky ? { insetInlineStart: 0 } : undefined}
          data-tip={gridWords.totalHint}
        >
          {gridWords.total}
        </th>
        {columns.before > 0 && <td aria-hidden className={classes.gap} />}
        {totals.columns.slice(columns.from, columns.to).map((total, offset) => {
          const column = columns.from + offset;
          return (
            <td
              key={column}
              className={classes.total}
              headers={`${totalId(id, 'row')} ${headerId(id, 'column', leaves, column)}`}
              data-column={column}
              data-total
            >
              {formatCell(total)}
            </td>
          );
        })}
        {columns.after > 0 && <td aria-hidden className={classes.gap} />}
        {shown.ofRows && (
          <td className={classes.total} headers={`${totalId(id, 'row')} ${totalId(id, 'column')}`} data-total>
            {formatCell(totals.all)}
          </td>
        )}
      </tr>
    </tfoot>
  );
}
