import type { ReportDetail } from '@atrium/contract/wire/report';
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useReleaseName } from '../../../api/releaseNames.ts';
import { formatDayOf, formatInstant } from '../../../lib/formatInstant.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { ArrowLeft } from '../../../ui/icons.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { listOf, words as listWords, sharingWords, singleWords as words } from '../reportWords.ts';
import classes from './ReportDetails.module.css';

interface ReportDetailsProps {
  readonly dataset: string;
  readonly detail: ReportDetail;
  /** The filters of its cohort. */
  readonly filters: ReactNode;
  /** Whether the person may compare groups of it. */
  readonly mayCompare: boolean;
}

/** Who made a report, when, for whom and about whom. */
export function ReportDetails({ dataset, detail, filters, mayCompare }: ReportDetailsProps) {
  const { report, release, fullUrl } = detail;
  const releaseName = useReleaseName(dataset);
  const sharees = report.shareWith.map(({ name }) => name);
  return (
    <Stack gap="md" className={classes.details}>
      <Anchor
        renderRoot={(props) => <Link to="/$dataset/reports" params={{ dataset }} {...props} />}
        size="sm"
        display="inline-block"
        py={2}
      >
        <ArrowLeft size={14} aria-hidden className={classes.back} /> {words.back}
      </Anchor>
      <Stack gap={4}>
        <Text fw={650} className={classes.text}>
          {report.name}
        </Text>
        <Text size="sm" c="dimmed">
          {listWords.number(report.id)}
        </Text>
        {report.description !== null && report.description !== '' && (
          <Text size="sm" className={classes.description}>
            {report.description}
          </Text>
        )}
      </Stack>
      <Facts
        facts={[
          [words.creator, report.isMine ? listWords.you : detail.head.creator || listWords.nobody],
          [words.project, report.projectName === '' ? listWords.noProject : report.projectName],
          [words.created, formatDayOf(report.created)],
          [words.saved, `${formatInstant(report.saved)} (${words.version(report.version)})`],
          [words.sharing, sharingWords(report.sharingDescription)],
          ...(sharees.length > 0 && !report.public ? [[words.sharedWith, listOf(sharees)] as const] : []),
          ...(release === '' ? [] : [[words.release, releaseName(release)] as const]),
        ]}
      />
      <div>
        <CopyText text={fullUrl} label={words.copyLink} done={words.linkCopied} />
      </div>
      {mayCompare ? (
        <div>
          <LinkButton
            to="/$dataset/compare"
            params={{ dataset }}
            search={{ report: report.id }}
            variant="default"
            size="xs"
          >
            {report.hasComparison ? words.openComparison : words.compare}
          </LinkButton>
        </div>
      ) : (
        report.hasComparison && (
          <Text size="sm" c="dimmed">
            {words.closedComparison}
          </Text>
        )
      )}
      <Stack gap="xs">
        <Title order={2} size="h3">
          {words.filters}
        </Title>
        {filters}
      </Stack>
    </Stack>
  );
}
