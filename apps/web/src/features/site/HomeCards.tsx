import type { AssayFigures, HomeData } from '@atrium/contract/wire/site';
import { Button, Card, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/formatDay.ts';
import { formatDayOf } from '../../lib/formatInstant.ts';
import { ArrowRight, CalendarCheck2, ChartColumnBig, Newspaper } from '../../ui/icons.ts';
import { type ShownFigure, showFigure, updateLabel } from './figures.ts';
import classes from './HomeCards.module.css';
import { homeDataQuery } from './siteQueries.ts';
import { countingWords, homeWords as words } from './siteWords.ts';

/** News, metrics and the days of the last updates, for the dataset whose figures are public (rule 14.48). */
export function HomeCards() {
  const found = useQuery(homeDataQuery);
  const body = (shown: (data: HomeData) => ReactNode): ReactNode => {
    if (found.data !== undefined) return shown(found.data);
    if (found.isError) return <NotAvailable onRetry={() => void found.refetch()} />;
    return <Skeleton h={150} aria-busy="true" />;
  };
  return (
    <div className={classes.cards}>
      <HomeCard icon={<Newspaper size={20} aria-hidden />} title={words.news}>
        {body((data) => (
          <NewestNews news={data.news} />
        ))}
        <CardLink to="/news">{words.allNews}</CardLink>
      </HomeCard>
      <HomeCard icon={<ChartColumnBig size={20} aria-hidden />} title={words.metrics}>
        {body((data) => (data.areCounted === false ? <BeingCounted /> : <MetricsTable data={data} />))}
        <CardLink to="/metrics">{words.allMetrics}</CardLink>
      </HomeCard>
      <HomeCard icon={<CalendarCheck2 size={20} aria-hidden />} title={words.update}>
        {body((data) => (data.areCounted === false ? <BeingCounted /> : <Updates days={data.dataUpdate} />))}
      </HomeCard>
    </div>
  );
}

interface HomeCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

function HomeCard({ icon, title, children }: HomeCardProps) {
  return (
    <Card component="section" className={classes.card}>
      <Group gap="xs" wrap="nowrap" className={classes.head}>
        {icon}
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      {children}
    </Card>
  );
}

const CardLink = ({ to, children }: { readonly to: '/news' | '/metrics'; readonly children: string }) => (
  <Link to={to} className={classes.onward}>
    {children}
    <ArrowRight size={15} aria-hidden />
  </Link>
);

const BeingCounted = () => (
  <Text size="sm" c="dimmed" role="status">
    {countingWords}
  </Text>
);

const NotAvailable = ({ onRetry }: { readonly onRetry: () => void }) => (
  <Group gap="sm" role="status">
    <Text size="sm" c="dimmed">
      {words.failed}
    </Text>
    <Button size="compact-sm" variant="default" onClick={onRetry}>
      {words.tryAgain}
    </Button>
  </Group>
);

function NewestNews({ news }: Pick<HomeData, 'news'>) {
  if (news.length === 0) return <Text size="sm">{words.noNews}</Text>;
  return (
    <ul className={classes.news}>
      {news.map(({ id, title, created }) => (
        <li key={id}>
          <Link to="/news/$article" params={{ article: String(id) }} className={classes.headline}>
            {title}
          </Link>
          <Text component="time" dateTime={created} size="sm" c="dimmed">
            {formatDayOf(created)}
          </Text>
        </li>
      ))}
    </ul>
  );
}

const rows = [
  ['individual', words.individuals],
  ['proband', words.probands],
  ['trio', words.trios],
] as const;
const columns = [
  ['genomes', words.genomes],
  ['exomes', words.exomes],
  ['inDbgap', words.inDbgap],
  ['all', words.all],
] as const;
const wireNames: Readonly<Record<keyof AssayFigures, string>> = {
  genomes: 'genomes',
  exomes: 'exomes',
  inDbgap: 'in_dbgap',
  all: 'all',
};

function MetricsTable({ data: { metrics, hidden } }: { readonly data: HomeData }) {
  const figure = (count: number | null, path: string): ShownFigure =>
    showFigure(count, hidden.includes(path));
  const others = [
    [words.users, figure(metrics.users.all, 'users.all')],
    [words.published, figure(metrics.dbGaP.published, 'dbGaP.published')],
    [words.submitted, figure(metrics.dbGaP.submitted, 'dbGaP.submitted')],
  ] as const;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keyboard */}
      <section className={classes.scroll} tabIndex={0} aria-label={words.metrics}>
        <Table verticalSpacing={5} horizontalSpacing="xs" className={classes.table}>
          <Table.Thead>
            <Table.Tr>
              <Table.Td />
              {columns.map(([key, name]) => (
                <Table.Th key={key} scope="col" ta="right">
                  {name}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([row, name]) => (
              <Table.Tr key={row}>
                <Table.Th scope="row">{name}</Table.Th>
                {columns.map(([column]) => (
                  <Table.Td key={column} ta="right" className="tabular">
                    {figure(metrics[row][column], `${row}.${wireNames[column]}`).text}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      <dl className={classes.facts}>
        {others.map(([name, { text }]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Updates({ days }: { readonly days: HomeData['dataUpdate'] }) {
  const known = Object.entries(days);
  if (known.length === 0) return <Text size="sm">{words.noUpdate}</Text>;
  return (
    <dl className={classes.days}>
      {known.map(([key, day]) => (
        <div key={key}>
          <dt>{updateLabel(key)}</dt>
          <dd>{formatDay(day)}</dd>
        </div>
      ))}
    </dl>
  );
}
