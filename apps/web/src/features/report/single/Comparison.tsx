import { type ReportVersion, reportParts, type VersionComparison } from '@atrium/contract/wire/reportVersion';
import { Group, NativeSelect, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { useNouns } from '../../../api/collections.ts';
import type { Noun } from '../../../api/nouns.ts';
import { useReleaseName } from '../../../api/releaseNames.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { Section } from '../../../ui/Section.tsx';
import { comparisonOptions, type ReportOf } from '../reportQueries.ts';
import { versionWords as words } from '../reportWords.ts';
import classes from './Versions.module.css';

interface ComparisonProps extends ReportOf {
  /** Newest first; at least two. */
  readonly versions: readonly ReportVersion[];
}

/** The differences between two versions: the last two, or those that the person chooses. */
export function Comparison({ versions, ...of }: ComparisonProps) {
  const { subject } = useNouns(of.dataset);
  const numbers = versions.map(({ version }) => version);
  const [newest = 1, second = newest] = numbers;
  const [chosen, setChosen] = useState<{ before?: number; after?: number }>({});
  const before = chosen.before ?? second;
  const after = chosen.after ?? newest;
  const compared = useQuery({ ...comparisonOptions(of, before, after), enabled: before !== after });
  const select = (label: string, value: number, onValue: (version: number) => void) => (
    <NativeSelect
      label={label}
      data={numbers.map((version) => ({ value: String(version), label: words.version(version) }))}
      value={String(value)}
      onChange={({ currentTarget }) => onValue(Number(currentTarget.value))}
    />
  );
  return (
    <Section
      title={words.compareTitle}
      actions={
        <Group gap="sm">
          {select(words.before, before, (version) => setChosen({ ...chosen, before: version }))}
          {select(words.after, after, (version) => setChosen({ ...chosen, after: version }))}
        </Group>
      }
    >
      {before === after ? (
        <Text size="sm">{words.same}</Text>
      ) : compared.data !== undefined ? (
        <Changes dataset={of.dataset} compared={compared.data} subject={subject} />
      ) : compared.isError ? (
        <FailedAlert
          says={describeError(compared.error, words.compareFailed)}
          onRetry={() => void compared.refetch()}
        />
      ) : (
        <Skeleton height={90} />
      )}
    </Section>
  );
}

interface ChangesProps {
  readonly dataset: string;
  readonly compared: VersionComparison;
  readonly subject: Noun;
}

function Changes({ dataset, compared, subject }: ChangesProps) {
  const { changes, countBefore, countAfter } = compared;
  const release = useReleaseName(dataset)(compared.release);
  const shown = (count: number | null) => (count === null ? words.unknown : formatCount(count));
  return (
    <Stack gap="md" role="status">
      <Stack gap={2}>
        <span className={classes.figure}>{words.counts(shown(countBefore), shown(countAfter), subject)}</span>
        <Text size="sm" c="dimmed">
          {words.countedOn(release)}
        </Text>
      </Stack>
      {changes.length === 0 && <Text size="sm">{words.same}</Text>}
      {reportParts.map((part) => {
        const ofPart = changes.filter((change) => change.part === part);
        return (
          ofPart.length > 0 && (
            <Stack key={part} gap={4}>
              <Text size="sm" fw={600}>
                {words.parts[part]}
              </Text>
              <ul className={classes.changes}>
                {ofPart.map(({ change, text }) => (
                  <li key={`${change} ${text}`} className={classes.change} data-change={change}>
                    <span className={classes.sign} aria-hidden>
                      {change === 'added' ? '+' : '−'}
                    </span>
                    <span>
                      <VisuallyHidden>{words[change]}: </VisuallyHidden>
                      <SafeHtml html={text} />
                    </span>
                  </li>
                ))}
              </ul>
            </Stack>
          )
        );
      })}
    </Stack>
  );
}
