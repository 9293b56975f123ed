import type { ComparisonTable } from '@atrium/contract/endpoints/comparison';
import { Alert, Anchor, Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import { SaveMenu } from '../../charts/save/SaveMenu.tsx';
import { tablePicture } from '../../charts/save/tablePicture.ts';
import { CopyText } from '../../ui/CopyText.tsx';
import { Info } from '../../ui/icons.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './Compare.module.css';
import { comparisonFigure } from './comparisonFigure.ts';
import { words } from './comparisonWords.ts';
import {
  asCsv,
  asHtml,
  asMarkdown,
  cellsOf,
  inOrder,
  linesOf,
  shownCount,
  type TableLine,
} from './tableRows.ts';

interface TableOneProps {
  readonly dataset: string;
  readonly table: ComparisonTable;
  /** Whether it is of an earlier choice, and the next is awaited. */
  readonly isStale: boolean;
}

/** Table 1: a column for each group, and the words of its method. */
export function TableOne({ dataset, table, isStale }: TableOneProps) {
  const [order, setOrder] = useState<'chosen' | 'difference'>('chosen');
  const { groups, suppression } = table;
  const lines = linesOf(table, inOrder(table.concepts, order));
  const cells = cellsOf(groups, lines);
  const tests = table.concepts.reduce((sum, concept) => sum + concept.tests.length, 0);
  const method =
    `${suppression === null ? words.method : words.methodOfAggregates} ${words.many(tests)}`.trim();
  if (groups.length === 0) return <Note says={words.nobody} />;
  return (
    <>
      {table.inSeveral > 0 && <Note says={words.several(table.inSeveral)} />}
      {table.moreGroups > 0 && <Note says={words.moreGroups(table.moreGroups)} />}
      {suppression !== null && <Note says={suppression.explanation} />}
      <Group justify="space-between" gap="xs">
        {suppression === null ? (
          <SegmentedControl
            aria-label={words.order}
            size="xs"
            value={order}
            onChange={(chosen) => setOrder(chosen === 'difference' ? 'difference' : 'chosen')}
            data={[
              { value: 'chosen', label: words.inOrder },
              { value: 'difference', label: words.byDifference },
            ]}
          />
        ) : (
          <span />
        )}
        <Group gap="xs">
          <CopyText text={asCsv(cells)} label={words.copy.csv} done={words.copied} />
          <CopyText text={asMarkdown(cells)} label={words.copy.markdown} done={words.copied} />
          <CopyText text={asHtml(cells)} label={words.copy.html} done={words.copied} />
          <SaveMenu
            figure={{
              ...comparisonFigure({
                ...{ dataset, groups, title: words.tableName, name: 'table_1' },
                ...{ words: [method], rows: () => cells },
              }),
              summary: words.tableName,
            }}
            drawing={() => tablePicture(cells)}
          />
        </Group>
      </Group>
      <ScrollRegion label={words.tableName} className={classes.region}>
        <table className={classes.table} aria-label={words.tableName} aria-busy={isStale}>
          <thead>
            <tr>
              <th scope="col">{words.concept}</th>
              {groups.map(({ title, count, cohortReceipt }) => (
                <th key={title} scope="col">
                  {title}
                  <span className={classes.count}>
                    n = {shownCount(count)}
                    {cohortReceipt !== null && (
                      <>
                        {' '}
                        ·{' '}
                        <Anchor href={`/${dataset}/receipts/${cohortReceipt}`} inherit>
                          {cohortReceipt}
                        </Anchor>
                      </>
                    )}
                  </span>
                </th>
              ))}
              {suppression === null && (
                <th scope="col" title={words.differenceTitle}>
                  {words.difference}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.key} line={line} hasDifference={suppression === null} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Text size="sm" c="dimmed" maw="75ch">
        {method}
      </Text>
    </>
  );
}

interface LineProps {
  readonly line: TableLine;
  readonly hasDifference: boolean;
}

function Line({ line, hasDifference }: LineProps) {
  const { label, cells, difference, tests, isHead } = line;
  if (!isHead)
    return (
      <tr>
        <th scope="row">{label}</th>
        {cells.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their positions
          <td key={index}>{cell}</td>
        ))}
        {hasDifference && <td />}
      </tr>
    );
  return (
    <tr data-head>
      <th scope="rowgroup" colSpan={cells.length + 1}>
        {label}
        {tests.map((test) => (
          <span key={test} className={classes.test}>
            {test}
          </span>
        ))}
      </th>
      {hasDifference && <td>{difference}</td>}
    </tr>
  );
}

const Note = ({ says }: { readonly says: string }) => (
  <Alert variant="light" icon={<Info size={18} aria-hidden />}>
    {says}
  </Alert>
);
