import type { AnalysisRole, AxisLabel } from '@atrium/contract/wire/analysis';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { labelText, notSet } from '../../../api/axisLabels.ts';
import type { Noun } from '../../../api/nouns.ts';
import { missingClass } from '../../../ui/grid/Grid.tsx';
import { Plus, X } from '../../../ui/icons.ts';
import { axisWords, gridWords } from '../analysisWords.ts';
import classes from './Grid.module.css';
import { type AxisConcept, type GridParts, headerId, type OfferedActions, totalId } from './gridLayout.ts';
import { type HeaderSpan, spansWithin } from './headerSpans.ts';
import { LevelMenu } from './LevelMenu.tsx';

const gap = 8;

interface GridHeadProps extends GridParts, OfferedActions {}

/** One line of headers for each column concept, then the names of the row concepts. */
export function GridHead(props: GridHeadProps) {
  const { layout } = props;
  return (
    <thead>
      {layout.columnSpans.map((spans, level) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity
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
  const { id, layout, subject, totals, columns, stickyAt, stickyWidth, onAdd, onRemove, onLevel } = props;
  const levels = layout.columnSpans.length;
  const isLeaf = level === levels - 1;
  const isSticky = stickyAt[0] !== undefined;
  return (
    <tr aria-rowindex={level + 1} data-level={levels - level}>
      <td
        colSpan={layout.rowSpans.length}
        className={classes.corner}
        data-sticky={isSticky}
        style={isSticky ? { insetInlineStart: 0 } : undefined}
      >
        <ConceptName
          axis="cols"
          concept={layout.cols[level]}
          isLast={isLeaf}
          onAdd={onAdd}
          onRemove={onRemove}
          onLevel={onLevel}
        />
      </td>
      {columns.before > 0 && <td aria-hidden className={classes.gap} />}
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
            <AxisHeader subject={subject} label={label} />
          ) : (
            <AxisHeader subject={subject} label={label} sticky={{ left: stickyWidth + gap }} />
          )}
        </th>
      ))}
      {columns.after > 0 && <td aria-hidden className={classes.gap} />}
      {totals.ofRows && level === 0 && (
        <th
          id={totalId(id, 'column')}
          scope="col"
          rowSpan={levels + 1}
          className={classes.totalHead}
          data-tip={gridWords.totalHint}
        >
          {gridWords.total}
        </th>
      )}
    </tr>
  );
}

/** The names of the row concepts, directly above the row headers. */
function NamesRow({
  layout,
  subject,
  columns,
  stickyAt,
  stickyWidth,
  onAdd,
  onRemove,
  onLevel,
}: GridHeadProps) {
  const shown = columns.to - columns.from + (columns.before > 0 ? 1 : 0) + (columns.after > 0 ? 1 : 0);
  return (
    <tr aria-rowindex={layout.columnSpans.length + 1} data-level={0}>
      {layout.rowSpans.map((_, level) => (
        <td
          // biome-ignore lint/suspicious/noArrayIndexKey: levels have no other identity
          key={level}
          className={classes.rowName}
          data-sticky={stickyAt[level] !== undefined}
          style={{ insetInlineStart: stickyAt[level] }}
        >
          <ConceptName
            axis="rows"
            concept={layout.rows[level]}
            isLast={level === layout.rowSpans.length - 1}
            onAdd={onAdd}
            onRemove={onRemove}
            onLevel={onLevel}
          />
        </td>
      ))}
      <td colSpan={shown} className={classes.unit}>
        {layout.cols.length > 0 && (
          <span className={classes.sticky} style={{ left: stickyWidth + gap }}>
            {axisWords.subjects(subject)}
          </span>
        )}
      </td>
    </tr>
  );
}

interface ConceptNameProps extends OfferedActions {
  readonly axis: AnalysisRole;
  /** Undefined where the axis has no concept. */
  readonly concept: AxisConcept | undefined;
  readonly isLast: boolean;
}

/** The name of a concept on an axis, with buttons that remove it or add another one behind it. */
function ConceptName({ axis, concept, isLast, onAdd, onRemove, onLevel }: ConceptNameProps) {
  if (concept === undefined) {
    return onAdd === undefined ? null : (
      <Button
        size="compact-xs"
        variant="light"
        leftSection={<Plus size={13} aria-hidden />}
        onClick={() => onAdd(axis)}
      >
        {axisWords.add[axis]}
      </Button>
    );
  }
  const icon = { variant: 'subtle', color: 'gray', size: 20, className: classes.nameButton } as const;
  return (
    <span className={classes.name}>
      <span className={classes.nameText} data-tip={concept.label}>
        {concept.title ?? concept.label}
      </span>
      {onLevel !== undefined && concept.mayRollUp === true && (
        <LevelMenu concept={concept} onLevel={onLevel} />
      )}
      {onRemove !== undefined && (
        <Tooltip label={axisWords.remove(concept.label)}>
          <ActionIcon
            {...icon}
            aria-label={axisWords.remove(concept.label)}
            onClick={() => onRemove(concept)}
          >
            <X size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {isLast && onAdd !== undefined && (
        <Tooltip label={axisWords.add[axis]}>
          <ActionIcon {...icon} aria-label={axisWords.add[axis]} onClick={() => onAdd(axis)}>
            <Plus size={13} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </span>
  );
}

interface AxisHeaderProps {
  readonly subject: Noun;
  readonly label: AxisLabel;
  /** Where the label of a group is sticky while the group scrolls, in pixels. */
  readonly sticky?: { readonly left: number } | { readonly top: number };
}

/** The text of a header. The bucket of missing values looks different. */
export function AxisHeader({ subject, label, sticky }: AxisHeaderProps) {
  const isMissing = label === notSet;
  const look = isMissing ? missingClass : classes.label;
  return (
    <span
      className={sticky === undefined ? look : `${look} ${classes.sticky}`}
      style={sticky}
      data-tip={isMissing ? gridWords.notSet(subject) : undefined}
    >
      {labelText(label)}
    </span>
  );
}
