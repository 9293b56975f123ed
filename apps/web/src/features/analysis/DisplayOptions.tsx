import { SegmentedControl, Switch } from '@mantine/core';
import { stripClass } from '../../ui/pane/Pane.tsx';
import classes from './Aggregate.module.css';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { displayWords } from './analysisWords.ts';

interface DisplayOptionsProps {
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  /** Whether there are rows or columns without a value. */
  readonly mayFold: boolean;
}

const views = [
  { value: 'table', label: displayWords.table },
  { value: 'chart', label: displayWords.chart },
];
const figures = [
  { value: 'counts', label: displayWords.counts },
  { value: 'row', label: displayWords.percentOf.row },
  { value: 'column', label: displayWords.percentOf.column },
];
const bars = [
  { value: 'grouped', label: displayWords.grouped },
  { value: 'stacked', label: displayWords.stacked },
];

const orders = [
  { value: 'value', label: displayWords.byValue },
  { value: 'count', label: displayWords.byCount },
];

/** How the same figures are shown. None of these options calls the server. */
export function DisplayOptions({ display, onDisplay, mayFold }: DisplayOptionsProps) {
  const { view, percentOf, hasTotals, isShaded } = display;
  return (
    <div
      role="toolbar"
      aria-label={displayWords.label}
      className={`${stripClass} ${classes.options}`}
      data-edge="bottom"
    >
      <SegmentedControl
        size="xs"
        aria-label={displayWords.view}
        data={views}
        value={view}
        onChange={(value) => onDisplay({ view: value === 'chart' ? 'chart' : 'table' })}
      />
      {view === 'chart' ? (
        <SegmentedControl
          size="xs"
          aria-label={displayWords.bars}
          data={bars}
          value={display.bars}
          onChange={(value) => onDisplay({ bars: value === 'stacked' ? 'stacked' : 'grouped' })}
        />
      ) : (
        <>
          <SegmentedControl
            size="xs"
            aria-label={displayWords.percent}
            data={figures}
            value={percentOf ?? 'counts'}
            onChange={(value) =>
              onDisplay({ percentOf: value === 'row' || value === 'column' ? value : undefined })
            }
          />
          <Switch
            size="sm"
            label={displayWords.totals}
            checked={hasTotals}
            onChange={(event) => onDisplay({ hasTotals: event.currentTarget.checked })}
          />
          <Switch
            size="sm"
            label={displayWords.shading}
            checked={isShaded}
            onChange={(event) => onDisplay({ isShaded: event.currentTarget.checked })}
          />
        </>
      )}
      <SegmentedControl
        size="xs"
        aria-label={displayWords.order}
        data={orders}
        value={display.order}
        onChange={(value) => onDisplay({ order: value === 'count' ? 'count' : 'value' })}
      />
      {mayFold && (
        <Switch
          size="sm"
          label={displayWords.missing}
          checked={!display.isFolded}
          onChange={(event) => onDisplay({ isFolded: !event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
