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
import { type CrossTabPanels, crossTabPanels, highestBar, maxPanels, maxSeries } from './crossTabSeries.ts';

interface CrossTabChartProps {
  readonly dataset?: string | undefined;
  readonly counted: ShownCrossTab;
  readonly subject: Noun;
  readonly bars: 'grouped' | 'stacked';
  readonly isStale: boolean;
  readonly onTable: () => void;
}

/** The cross-tab as bars, with notes on how to read them. */
export function CrossTabChart({
  dataset,
  counted,
  subject,
  bars: layout,
  isStale,
  onTable,
}: CrossTabChartProps) {
  const { axes, crossTab } = counted;
  const chart = useMemo(() => crossTabPanels(axes, crossTab), [axes, crossTab]);
  const hidden = useMemo(() => hiddenAs(crossTab.data), [crossTab]);
  if (chart === undefined) {
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
  const { panels, panelName, left } = chart;
  const seriesName = panels[0]?.seriesName;
  const isStacked = layout === 'stacked' && seriesName !== undefined;
  const notes = [
    ...(left.series > 0 && seriesName !== undefined
      ? [chartWords.left(left.series, maxSeries, seriesName)]
      : []),
    ...(left.panels > 0 && panelName !== undefined
      ? [chartWords.left(left.panels, maxPanels, panelName)]
      : []),
    ...(isStacked ? [chartWords.stacked(subject)] : []),
    ...(panelName === undefined ? [] : [chartWords.oneScale]),
    ...(hidden === undefined ? [] : [chartWords.bound]),
  ];
  const chosen = chosenConcepts(axes);
  return (
    <ScrollRegion
      label={chartWords.region}
      className={classes.chart}
      aria-busy={isStale}
      data-stale={isStale}
    >
      {seriesName !== undefined && (
        <Text size="sm" fw={600} px="md" pt="sm">
          {seriesName}
        </Text>
      )}
      <div className={panelName === undefined ? undefined : classes.panels}>
        {panels.map(({ name, groups, series, groupName }) => (
          <div key={name}>
            {panelName !== undefined && (
              <Text size="sm" px="md" pt="sm">
                {panelName}: <strong>{name}</strong>
              </Text>
            )}
            <GroupedBars
              groups={groups}
              series={series}
              layout={isStacked ? 'stacked' : 'grouped'}
              top={chart.top[isStacked ? 'stacked' : 'grouped']}
              isSmall={panelName !== undefined}
              summary={
                panelName === undefined
                  ? summaryOf(chart, chosen, subject)
                  : panelSummary(chart, name, { chosen, subject })
              }
              headings={[groupName, subject.many]}
              disarm={disarmed}
              fileName={['aggregate', groupName, seriesName, name].filter(Boolean).join('_')}
              saved={{ dataset, receipt: counted.receipt, words: notes }}
            />
          </div>
        ))}
      </div>
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" px="md" pb="xs">
          {note}
        </Text>
      ))}
    </ScrollRegion>
  );
}

interface Summarised {
  readonly chosen: string;
  readonly subject: Noun;
}

function panelSummary(chart: CrossTabPanels, name: string, { chosen, subject }: Summarised): string {
  const own = { ...chart, panels: chart.panels.filter((panel) => panel.name === name) };
  return `${name}: ${summaryOf(own, chosen, subject)}`;
}

function summaryOf(bars: CrossTabPanels, chosen: string, subject: Noun): string {
  const highest = highestBar(bars);
  const says = highest === undefined ? '' : chartWords.highest(highest.where, highest.value.shown);
  return chartWords.summary(chosen, subject, says).trim();
}
