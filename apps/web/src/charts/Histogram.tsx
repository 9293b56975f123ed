import { Button, Table } from '@mantine/core';
import { useElementSize, useMediaQuery } from '@mantine/hooks';
import { ChartColumn, Table2 } from 'lucide-react';
import { useState } from 'react';
import { heights, minimumWidth } from './frame.ts';
import classes from './Histogram.module.css';
import { HistogramBars } from './HistogramBars.tsx';
import type { HistogramProps } from './histogramProps.ts';

/** Bars over bins, and the same figures as a table for whoever prefers to read. */
export function Histogram(props: HistogramProps) {
  const [isTable, setIsTable] = useState(false);
  const { ref, width } = useElementSize<HTMLDivElement>();
  const isMedium = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const height = isMedium ? heights.medium : heights.small;
  return (
    <div ref={ref} className={classes.chart}>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        className="chart-toggle"
        leftSection={isTable ? <ChartColumn size={14} /> : <Table2 size={14} />}
        onClick={() => setIsTable(!isTable)}
      >
        {isTable ? 'Show as chart' : 'Show as table'}
      </Button>
      {isTable ? (
        <div className={classes.table}>
          <BinTable {...props} height={height} />
        </div>
      ) : (
        <HistogramBars {...props} width={Math.max(minimumWidth, width)} height={height} />
      )}
    </div>
  );
}

function BinTable({ bins, headings, summary, height }: HistogramProps & { readonly height: number }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={classes.rows} style={{ maxHeight: height }} tabIndex={0} aria-label={summary}>
      <Table stickyHeader striped verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{headings[0]}</Table.Th>
            <Table.Th ta="right">{headings[1]}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {bins.map((bin) => (
            <Table.Tr key={bin.label}>
              <Table.Td>{bin.label}</Table.Td>
              <Table.Td ta="right">{bin.shown}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
