import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useNouns } from '../../api/collections.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { ConceptEntry } from './ConceptEntry.tsx';
import classes from './Dictionary.module.css';
import { dictionaryOptions } from './dictionaryQueries.ts';
import { type DictionarySection, isCounted, sectionsOf } from './dictionarySections.ts';
import { words } from './dictionaryWords.ts';

interface DictionaryProps {
  readonly dataset: DatasetDetail;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** The concepts of a dataset, to be searched and printed (rule 11.42). */
export function Dictionary({ dataset, search, onSearch }: DictionaryProps) {
  const { data, error, refetch } = useQuery(dictionaryOptions(dataset.uniqueId));
  return (
    <Stack gap="lg" component="section" aria-label={words.title}>
      <PageHeader
        eyebrow={dataset.name}
        title={words.title}
        description={words.detail}
        actions={
          <Button variant="default" onClick={() => window.print()}>
            {words.print}
          </Button>
        }
      />
      {error !== null && data === undefined ? (
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Stack gap="md" role="status" aria-busy="true" aria-label={words.loading}>
          <Skeleton h={36} maw={384} />
          <Skeleton h={480} />
        </Stack>
      ) : (
        <Concepts dataset={dataset} concepts={data} search={search} onSearch={onSearch} />
      )}
    </Stack>
  );
}

interface ConceptsProps extends DictionaryProps {
  readonly concepts: Parameters<typeof sectionsOf>[0];
}

function Concepts({ dataset, concepts, search, onSearch }: ConceptsProps) {
  const { subject } = useNouns(dataset.uniqueId);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const sections = useMemo(() => sectionsOf(concepts, search), [concepts, search]);
  const found = sections.reduce((sum, section) => sum + section.concepts.length, 0);
  const threshold = dataset.smallCountThreshold ?? null;
  const hasCounts = dataset.canViewWorkspace;
  const toggle = (conceptId: string) =>
    setOpen((held) => {
      const next = new Set(held);
      if (!next.delete(conceptId)) next.add(conceptId);
      return next;
    });
  const showAll = ({ concepts: listed }: DictionarySection) =>
    setOpen((held) => new Set([...held, ...listed.filter(isCounted).map(({ conceptId }) => conceptId)]));
  return (
    <>
      <Group gap="md" align="end" data-no-print>
        <SearchBox label={words.search} value={search} onSearch={onSearch} />
        <Text size="sm" c="dimmed" role="status">
          {words.found(found, concepts.length)}
        </Text>
      </Group>
      <Text size="sm" c="dimmed" maw="48rem">
        {hasCounts ? words.everyone(subject) : words.noCounts}{' '}
        {hasCounts && threshold !== null && threshold > 1 && words.smallNumbers(threshold)}
      </Text>
      {sections.length === 0 && <StateMessage kind="empty" title={words.none} detail={words.noneDetail} />}
      {sections.map((section, index) => (
        <section key={section.path} aria-labelledby={`section-${index}`} className={classes.section}>
          <Group justify="space-between" gap="sm" className={classes.title ?? ''}>
            <Title order={2} size="h3" id={`section-${index}`}>
              {titleOf(section)}
            </Title>
            {hasCounts && section.concepts.some(isCounted) && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={words.of(words.showAll, titleOf(section))}
                onClick={() => showAll(section)}
              >
                {words.showAll}
              </Button>
            )}
          </Group>
          {section.concepts.map((concept) => (
            <ConceptEntry
              key={concept.conceptId}
              dataset={dataset.uniqueId}
              concept={concept}
              subject={subject}
              hasCounts={hasCounts}
              isOpen={open.has(concept.conceptId)}
              onToggle={() => toggle(concept.conceptId)}
            />
          ))}
        </section>
      ))}
    </>
  );
}

const titleOf = ({ path }: DictionarySection): string => (path === '' ? words.uncategorised : path);
