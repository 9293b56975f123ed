import { Table } from '@mantine/core';
import type { Bar, ChartProps } from './bar.ts';
import classes from './Chart.module.css';

interface ChartTableProps extends ChartProps {
  readonly bars: readonly Bar[];
  readonly height: number;
}

/** The figures of a chart as a table of the same height. */
export function ChartTable({ bars, headings, populations, summary, height }: ChartTableProps) {
  return (
    <div className={classes.tableBox} style={{ height }}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section className={classes.rows} tabIndex={0} aria-label={summary}>
        <Table stickyHeader striped verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{headings[0]}</Table.Th>
              <Table.Th ta="right">
                {populations === undefined ? headings[1] : `${headings[1]}, ${populations[0].toLowerCase()}`}
              </Table.Th>
              {populations !== undefined && <Table.Th ta="right">{populations[1]}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bars.map((bar, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two bars may have the same label
              <Table.Tr key={index}>
                <Table.Td>{bar.label}</Table.Td>
                <Table.Td ta="right">{bar.shown}</Table.Td>
                {populations !== undefined && <Table.Td ta="right">{bar.part?.shown ?? '–'}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </div>
  );
}
