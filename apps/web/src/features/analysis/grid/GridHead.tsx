import { axisWords, gridWords } from '../words.ts';
import { AxisHeader } from './AxisHeader.tsx';
import { labelText } from './axisLabels.ts';
import { ConceptName } from './ConceptName.tsx';
import classes from './Grid.module.css';
import { type AxisActions, type GridParts, headerId, sumId } from './gridProps.ts';
import { type HeaderSpan, spansWithin } from './headerSpans.ts';

const gap = 8;

interface GridHeadProps extends GridParts, AxisActions {}

/** One header line for each column concept, then the names of the row concepts. */
export function GridHead(props: GridHeadProps) {
  const { layout } = props;
  return (
    <thead>
      {layout.columnSpans.map((spans, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
        <LevelRow key={level} {...props} spans={spans} level={level} />
      ))}
      <NamesRow {...props} />
    </thead>
  );
}

interface LevelRowProps extends GridHeadProps {
  readonly spans: readonly HeaderSpan[];
  readonly level: number;
}

function LevelRow({ spans, level, ...props }: LevelRowProps) {
  const { id, layout, display, columns, frozenAt, frozenWidth, onAdd, onRemove } = props;
  const levels = layout.columnSpans.length;
  const isLeaf = level === levels - 1;
  const isFrozen = frozenAt[0] !== undefined;
  return (
    <tr aria-rowindex={level + 1} data-level={levels - level}>
      <td
        colSpan={layout.rowSpans.length}
        className={classes.corner}
        data-frozen={isFrozen}
        style={isFrozen ? { insetInlineStart: 0 } : undefined}
      >
        <ConceptName
          axis="cols"
          concept={layout.cols[level]}
          isLast={isLeaf}
          onAdd={onAdd}
          onRemove={onRemove}
        />
      </td>
      {columns.before > 0 && <td aria-hidden className={classes.spacer} />}
      {spansWithin(spans, columns).map(({ label, start, length, shownFrom, shownLength }) => (
        <th
          key={start}
          id={headerId(id, 'column', level, start)}
          scope={isLeaf ? 'col' : 'colgroup'}
          colSpan={shownLength}
          aria-colindex={columns.isPart ? layout.rowSpans.length + shownFrom + 1 : undefined}
          data-ends={start + length === layout.columnWidths.length || undefined}
          data-tip={labelText(label)}
          className={isLeaf ? classes.leaf : classes.group}
        >
          {isLeaf ? (
            <AxisHeader label={label} />
          ) : (
            <AxisHeader label={label} stays={{ left: frozenWidth + gap }} />
          )}
        </th>
      ))}
      {columns.after > 0 && <td aria-hidden className={classes.spacer} />}
      {display.hasSums && level === 0 && (
        <th
          id={sumId(id, 'column')}
          scope="col"
          rowSpan={levels + 1}
          className={classes.sumHead}
          data-tip={gridWords.sumHint}
        >
          {gridWords.sum}
        </th>
      )}
    </tr>
  );
}

/** The names stand straight above the headers of the rows. */
function NamesRow({ layout, columns, frozenAt, frozenWidth, onAdd, onRemove }: GridHeadProps) {
  const shown = columns.to - columns.from + (columns.before > 0 ? 1 : 0) + (columns.after > 0 ? 1 : 0);
  return (
    <tr aria-rowindex={layout.columnSpans.length + 1} data-level={0}>
      {layout.rowSpans.map((_, level) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: a level is its place
          key={level}
          className={classes.rowName}
          data-frozen={frozenAt[level] !== undefined}
          style={{ insetInlineStart: frozenAt[level] }}
        >
          <ConceptName
            axis="rows"
            concept={layout.rows[level]}
            isLast={level === layout.rowSpans.length - 1}
            onAdd={onAdd}
            onRemove={onRemove}
          />
        </td>
      ))}
      <td colSpan={shown} className={classes.unit}>
        {layout.cols.length > 0 && (
          <span className={classes.stays} style={{ left: frozenWidth + gap }}>
            {axisWords.subjects}
          </span>
        )}
      </td>
    </tr>
  );
}
