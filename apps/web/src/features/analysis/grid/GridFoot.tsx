import { gridWords } from '../words.ts';
import { formatSum } from './figures.ts';
import classes from './Grid.module.css';
import { type GridParts, headerId, sumId } from './gridProps.ts';

/** The sums of the columns; they stay in sight. */
export function GridFoot({ id, layout, columns, frozenAt }: GridParts) {
  const { sums, columnSpans, rowSpans } = layout;
  const leaves = columnSpans.length - 1;
  const isFrozen = frozenAt[0] !== undefined;
  return (
    <tfoot>
      <tr>
        <th
          id={sumId(id, 'row')}
          scope="row"
          colSpan={rowSpans.length}
          className={classes.sumHead}
          data-frozen={isFrozen}
          style={isFrozen ? { insetInlineStart: 0 } : undefined}
          data-tip={gridWords.sumHint}
        >
          {gridWords.sum}
        </th>
        {columns.before > 0 && <td aria-hidden className={classes.spacer} />}
        {sums.columns.slice(columns.from, columns.to).map((sum, place) => {
          const column = columns.from + place;
          return (
            <td
              key={column}
              className={classes.sum}
              headers={`${sumId(id, 'row')} ${headerId(id, 'column', leaves, column)}`}
              data-column={column}
              data-sum
            >
              {formatSum(sum)}
            </td>
          );
        })}
        {columns.after > 0 && <td aria-hidden className={classes.spacer} />}
        <td className={classes.sum} headers={`${sumId(id, 'row')} ${sumId(id, 'column')}`} data-sum>
          {formatSum(sums.all)}
        </td>
      </tr>
    </tfoot>
  );
}
