import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Button, Code, Group, Skeleton, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { capital, type Noun } from '../../api/nouns.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import classes from './Dictionary.module.css';
import { valuesOptions } from './dictionaryQueries.ts';
import { isCounted, listValues } from './dictionarySections.ts';
import { typeNames, words } from './dictionaryWords.ts';

interface ConceptEntryProps {
  readonly dataset: string;
  readonly concept: ConceptSummary;
  readonly subject: Noun;
  /** Whether the member may have counts. */
  readonly hasCounts: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** One concept: what it means, and on request its values. */
export function ConceptEntry({ dataset, concept, subject, hasCounts, isOpen, onToggle }: ConceptEntryProps) {
  const { conceptId, name, description, additionalMetadata, conceptType, collectionName } = concept;
  const heading = `concept-${conceptId}`;
  const toggle = isOpen ? words.hide : words.show;
  return (
    <article aria-labelledby={heading} className={classes.entry}>
      <Group justify="space-between" align="start" gap="sm" wrap="nowrap">
        <div className={classes.head}>
          <Title order={3} size="h4" id={heading}>
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {[typeNames[conceptType], ...additionalMetadata, collectionName].join(' · ')}{' '}
            <Code>{conceptId}</Code>
          </Text>
        </div>
        {hasCounts && isCounted(concept) && (
          <Button
            size="compact-sm"
            variant="default"
            aria-expanded={isOpen}
            aria-label={words.of(toggle, name)}
            onClick={onToggle}
          >
            {toggle}
          </Button>
        )}
      </Group>
      {description !== '' && <Text className={classes.description}>{description}</Text>}
      {hasCounts && !isCounted(concept) && (
        <Text size="sm" c="dimmed">
          {words.notCounted}
        </Text>
      )}
      {isOpen && <Values dataset={dataset} concept={concept} subject={subject} />}
    </article>
  );
}

function Values({ dataset, concept, subject }: Pick<ConceptEntryProps, 'dataset' | 'concept' | 'subject'>) {
  const { data, error, refetch } = useQuery(valuesOptions(dataset, concept.conceptId));
  if (error !== null)
    return <FailedAlert says={describeError(error, words.valuesFailed)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={96} aria-busy="true" />;
  if (data.dataset === null) return <FailedAlert says={data.errors.join(' ') || words.noValues} />;
  const { values, more, missing } = listValues(data.dataset, concept);
  if (values.length === 0 && missing === null) return <Text size="sm">{words.noValues}</Text>;
  return (
    <>
      <Table
        aria-label={words.of('Values', concept.name)}
        className={classes.values ?? ''}
        verticalSpacing={4}
        horizontalSpacing="sm"
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.value}</Table.Th>
            <Table.Th scope="col" ta="end">
              {capital(subject.many)}
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {values.map(({ label, count }) => (
            <ValueRow key={label} label={label} count={count} />
          ))}
          {missing !== null && <ValueRow label={words.missing} count={missing} isMissing />}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed">
        {more > 0 && words.more(more)} {concept.conceptType === 'ontology' && words.exactTerms}
      </Text>
    </>
  );
}

interface ValueRowProps {
  readonly label: string;
  readonly count: number | string;
  readonly isMissing?: boolean;
}

const ValueRow = ({ label, count, isMissing }: ValueRowProps) => (
  <Table.Tr data-missing={isMissing}>
    <Table.Th scope="row">{label}</Table.Th>
    <Table.Td ta="end" className="tabular">
      {typeof count === 'number' ? formatCount(count) : words.hidden}
    </Table.Td>
  </Table.Tr>
);
