import { SegmentedControl, Switch } from '@mantine/core';
import { stripClass } from '../../ui/pane/Pane.tsx';
import classes from './Aggregate.module.css';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { displayWords } from './analysisWords.ts';

interface DisplayOptionsProps {
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
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

/** How the same figures are shown. None of these options calls the server. */
export function DisplayOptions({ display, onDisplay }: DisplayOptionsProps) {
  const { view, percentOf, hasSums, isShaded } = display;
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
            label={displayWords.sums}
            checked={hasSums}
            onChange={(event) => onDisplay({ hasSums: event.currentTarget.checked })}
          />
          <Switch
            size="sm"
            label={displayWords.shading}
            checked={isShaded}
            onChange={(event) => onDisplay({ isShaded: event.currentTarget.checked })}
          />
        </>
      )}
    </div>
  );
}
