import { disarmed } from '@atrium/contract/documents/formulas';
import { Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Noun } from '../../../api/nouns.ts';
import { GroupedBars } from '../../../charts/grouped/GroupedBars.tsx';
import { ChartColumn } from '../../../ui/icons.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import type { ShownCrossTab } from '../analysisQueries.ts';
import { chartWords, chosenConcepts } from '../analysisWords.ts';
import { hiddenAs } from '../grid/figures.ts';
import classes from './CrossTabChart.module.css';
import { type CrossTabBars, crossTabBars, highestBar } from './crossTabSeries.ts';

interface CrossTabChartProps {
  readonly counted: ShownCrossTab;
  readonly subject: Noun;
  readonly bars: 'grouped' | 'stacked';
  readonly isStale: boolean;
  readonly onTable: () => void;
}

/** The cross-tab as bars, with notes on how to read them. */
export function CrossTabChart({ counted, subject, bars: layout, isStale, onTable }: CrossTabChartProps) {
  const { axes, crossTab } = counted;
  const bars = useMemo(() => crossTabBars(axes, crossTab), [axes, crossTab]);
  const hidden = useMemo(() => hiddenAs(crossTab.data), [crossTab]);
  if (bars === undefined) {
    return (
      <StateMessage
        kind="empty"
        icon={<ChartColumn size={28} aria-hidden />}
        title={chartWords.tooMany}
        detail={chartWords.tooManyDetail}
        action={<Button onClick={onTable}>{chartWords.toTable}</Button>}
      />
    );
  }
  const isStacked = layout === 'stacked' && bars.seriesName !== undefined;
  const notes = [
    ...(bars.left > 0 && bars.seriesName !== undefined
      ? [chartWords.left(bars.left, bars.left + bars.series.length, bars.seriesName)]
      : []),
    ...(isStacked ? [chartWords.stacked(subject)] : []),
    ...(hidden === undefined ? [] : [chartWords.bound]),
  ];
  return (
    <ScrollRegion
      label={chartWords.region}
      className={classes.chart}
      aria-busy={isStale}
      data-stale={isStale}
    >
      {bars.seriesName !== undefined && (
        <Text size="sm" fw={600} px="md" pt="sm">
          {bars.seriesName}
        </Text>
      )}
      <GroupedBars
        groups={bars.groups}
        series={bars.series}
        layout={isStacked ? 'stacked' : 'grouped'}
        summary={summaryOf(bars, chosenConcepts(axes), subject)}
        headings={[bars.groupName, subject.many]}
        disarm={disarmed}
        fileName={`aggregate_${bars.groupName}${bars.seriesName === undefined ? '' : `_${bars.seriesName}`}`}
      />
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" px="md" pb="xs">
          {note}
        </Text>
      ))}
    </ScrollRegion>
  );
}

function summaryOf(bars: CrossTabBars, chosen: string, subject: Noun): string {
  const highest = highestBar(bars);
  const says = highest === undefined ? '' : chartWords.highest(highest.where, highest.value.shown);
  return chartWords.summary(chosen, subject, says).trim();
}
