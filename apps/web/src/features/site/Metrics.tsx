import { disarmed } from '@atrium/contract/documents/formulas';
import { Box, Paper, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { GroupedBars } from '../../charts/grouped/GroupedBars.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { type FigureTable, figureTables } from './figures.ts';
import classes from './Metrics.module.css';
import { metricsQuery } from './siteQueries.ts';
import { countingWords, metricsWords as words } from './siteWords.ts';

/** The two tables of public figures, each with its picture. */
export function Metrics() {
  const found = useQuery(metricsQuery);
  if (found.isError && found.data === undefined) {
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
      />
    );
  }
  if (found.data === undefined) {
    return (
      <Stack gap="xl" aria-busy="true">
        <Skeleton h={560} radius="lg" />
        <Skeleton h={560} radius="lg" />
      </Stack>
    );
  }
  if (found.data.areCounted === false)
    return (
      // As high as the window: what stands below is not seen, and not pushed away when the figures come.
      <Box mih="100dvh">
        <StateMessage kind="empty" title={countingWords} />
      </Box>
    );
  const { enrolment, characteristics, sequenced } = figureTables(found.data);
  return (
    <Stack gap="xl">
      <Figures title={words.enrolment} detail={words.enrolmentDetail} table={enrolment} file="enrollment" />
      <Figures
        title={words.characteristics}
        detail={words.characteristicsDetail}
        table={characteristics}
        file="trio_characteristics"
      />
      {sequenced !== null && (
        <Section title={words.sequenced} detail={words.sequencedDetail}>
          <Paper withBorder maw="32rem">
            <FigureRows title={words.sequenced} table={sequenced} isAlone />
          </Paper>
        </Section>
      )}
    </Stack>
  );
}

interface FiguresProps {
  readonly title: string;
  readonly detail: string;
  readonly table: FigureTable;
  readonly file: string;
}

function Figures({ title, detail, table, file }: FiguresProps) {
  const hides = table.columns.some(({ figures }) => figures.some(({ isHidden }) => isHidden));
  return (
    <Section title={title} detail={detail}>
      <Paper withBorder className={classes.figures}>
        <FigureRows title={title} table={table} />
        <Picture title={title} table={table} file={file} />
      </Paper>
      <Text size="sm" c="dimmed" maw="42rem">
        {words.ethnicityNote} {hides && words.hiddenNote}
      </Text>
    </Section>
  );
}

interface FigureRowsProps extends Pick<FiguresProps, 'title' | 'table'> {
  /** Whether the first row is one like any other, and no total. */
  readonly isAlone?: boolean;
}

function FigureRows({ title, table, isAlone = false }: FigureRowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard
    <section className={classes.rows} tabIndex={0} aria-label={words.tableOf(title)}>
      <Table verticalSpacing={7} horizontalSpacing="md">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.group}</Table.Th>
            {table.columns.map(({ name }) => (
              <Table.Th key={name} scope="col" ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {table.rows.map((row, index) => (
            <Table.Tr key={row} data-total={(index === 0 && !isAlone) || undefined}>
              <Table.Th scope="row">{row}</Table.Th>
              {table.columns.map(({ name, figures }) => (
                <Table.Td
                  key={name}
                  ta="right"
                  className="tabular"
                  data-hidden={figures[index]?.isHidden || undefined}
                >
                  {figures[index]?.text}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

/** The rows below the total as bars. Of a number that is not shown, the bar is hatched and of no meaning. */
function Picture({ title, table, file }: Pick<FiguresProps, 'title' | 'table' | 'file'>) {
  const known = table.columns.flatMap(({ figures }) => figures.flatMap(({ count }) => count ?? []));
  const stub = Math.max(1, Math.round(Math.max(0, ...known) / 40));
  return (
    <div className={classes.picture}>
      <GroupedBars
        groups={table.shortRows.slice(1)}
        series={table.columns.map(({ name, figures }) => ({
          name,
          values: figures.slice(1).map(({ count, text, isHidden }) => ({
            value: count ?? (isHidden ? stub : 0),
            shown: text,
            isHidden,
          })),
        }))}
        layout="grouped"
        summary={title}
        headings={[words.group, words.people]}
        disarm={disarmed}
        fileName={file}
      />
    </div>
  );
}
