import { gridWords } from '../analysisWords.ts';
import { boundOf, formatSum } from './figures.ts';
import classes from './Grid.module.css';
import { type GridParts, headerId, sumId } from './gridLayout.ts';

/** The sums of the columns, which stay in view. */
export function GridFoot({ id, layout, subject, columns, stickyAt }: GridParts) {
  const { sums, columnSpans, rowSpans } = layout;
  const leaves = columnSpans.length - 1;
  const isSticky = stickyAt[0] !== undefined;
  return (
    <tfoot>
      <tr>
        <th
          id={sumId(id, 'row')}
          scope="row"
          colSpan={rowSpans.length}
          className={classes.sumHead}
          data-sticky={isSticky}
          style={isSticky ? { insetInlineStart: 0 } : undefined}
          data-tip={gridWords.sumHint(subject)}
        >
          {gridWords.sum}
        </th>
        {columns.before > 0 && <td aria-hidden className={classes.gap} />}
        {sums.columns.slice(columns.from, columns.to).map((sum, offset) => {
          const column = columns.from + offset;
          return (
            <td
              key={column}
              className={classes.sum}
              headers={`${sumId(id, 'row')} ${headerId(id, 'column', leaves, column)}`}
              data-column={column}
              data-sum={boundOf(sum)}
            >
              {formatSum(sum)}
            </td>
          );
        })}
        {columns.after > 0 && <td aria-hidden className={classes.gap} />}
        <td
          className={classes.sum}
          headers={`${sumId(id, 'row')} ${sumId(id, 'column')}`}
          data-sum={boundOf(sums.all)}
        >
          {formatSum(sums.all)}
        </td>
      </tr>
    </tfoot>
  );
}
