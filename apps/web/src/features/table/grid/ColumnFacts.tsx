import type { ColumnView } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { conceptFactsOptions } from '../queries.ts';
import { headingWords } from '../words.ts';
import classes from './HeaderCell.module.css';

interface ColumnFactsProps {
  readonly dataset: string;
  readonly column: ColumnView;
}

/** What the concept of a column is about; it is asked for when somebody looks. */
export function ColumnFacts({ dataset, column }: ColumnFactsProps) {
  const { data } = useQuery(conceptFactsOptions(dataset, column.conceptId));
  const path = column.categories.join(' › ');
  return (
    <span className={classes.facts}>
      <strong>{column.conceptName}</strong>
      {path !== '' && <span>{path}</span>}
      {data?.description ? (
        <SafeHtml html={data.description} />
      ) : (
        data && <span>{headingWords.noDescription}</span>
      )}
    </span>
  );
}
