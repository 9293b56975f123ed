import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ReportVersion } from '@atrium/contract/wire/reportVersion';
import { Badge, Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useNouns } from '../../../api/collections.ts';
import { type Noun, quantityOf } from '../../../api/nouns.ts';
import { useReleaseName } from '../../../api/releaseNames.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { announce } from '../../../ui/announce.ts';
import { History } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { DialogFrame } from '../dialogs/DialogFrame.tsx';
import { type ReportOf, versionsOptions } from '../reportQueries.ts';
import { versionWords as words } from '../reportWords.ts';
import { useReportChange } from '../useReportChange.ts';
import { Comparison } from './Comparison.tsx';
import { TextTab } from './TabContent.tsx';
import classes from './Versions.module.css';

interface VersionsProps extends ReportOf {
  /** Whether an earlier version can be restored, which needs a workspace. */
  readonly mayRestore: boolean;
}

/** The versions of a report of one's own: a list, two of them compared, and the way back to an earlier one (rule 12.9). */
export function Versions({ mayRestore, ...of }: VersionsProps) {
  const versions = useQuery(versionsOptions(of));
  const { subject } = useNouns(of.dataset);
  const [restoring, setRestoring] = useState<number>();
  if (versions.data === undefined) {
    return versions.isError ? (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(versions.error, words.failed)}
        onRetry={() => void versions.refetch()}
      />
    ) : (
      <TextTab>
        <Skeleton height={200} />
      </TextTab>
    );
  }
  return (
    <TextTab>
      <Section title={words.title} detail={words.detail}>
        <ol className={classes.list} aria-label={words.title}>
          {versions.data.map((version) => (
            <li key={version.version} className={classes.version} data-current={version.isCurrent}>
              <VersionLine dataset={of.dataset} version={version} subject={subject} />
              {mayRestore && !version.isCurrent && (
                <Button
                  size="compact-sm"
                  variant="default"
                  leftSection={<History size={14} aria-hidden />}
                  aria-label={words.restoreName(version.version)}
                  onClick={() => setRestoring(version.version)}
                >
                  {words.restore}
                </Button>
              )}
            </li>
          ))}
        </ol>
      </Section>
      {versions.data.length > 1 ? (
        <Comparison {...of} versions={versions.data} />
      ) : (
        <Text size="sm" c="dimmed">
          {words.single}
        </Text>
      )}
      {restoring !== undefined && (
        <RestoreDialog {...of} version={restoring} onClose={() => setRestoring(undefined)} />
      )}
    </TextTab>
  );
}

interface VersionLineProps {
  readonly dataset: string;
  readonly version: ReportVersion;
  readonly subject: Noun;
}

function VersionLine({ dataset, version, subject }: VersionLineProps) {
  const release = useReleaseName(dataset)(version.release);
  const { cause, restored, savedBy, saved, releaseVersion, count, isCurrent } = version;
  const how = cause === 'restored' && restored !== null ? words.restoredFrom(restored) : words.causes[cause];
  return (
    <span className={classes.line}>
      <span className={classes.name}>
        {words.version(version.version)}
        {isCurrent && (
          <Badge size="sm" variant="light" tt="none">
            {words.current}
          </Badge>
        )}
      </span>
      <span className={classes.count}>{count === null ? words.noCount : quantityOf(count, subject)}</span>
      <span className={classes.facts}>
        {[how, words.by(savedBy, formatInstant(saved)), words.release(release, releaseVersion)].join(' · ')}
      </span>
    </span>
  );
}

interface RestoreDialogProps extends ReportOf {
  readonly version: number;
  readonly onClose: () => void;
}

function RestoreDialog({ dataset, reportId, version, onClose }: RestoreDialogProps) {
  const restore = useReportChange(dataset, () =>
    request(reportEndpoints.restoreVersion, { params: { dataset, reportId, version } }),
  );
  return (
    <DialogFrame
      title={words.restoreTitle(version)}
      error={restore.error}
      isBusy={restore.isPending}
      isShort
      close={words.keep}
      confirm={{
        label: words.restore,
        onConfirm: () =>
          restore.mutate(undefined, {
            onSuccess: () => {
              announce(words.restored(version));
              onClose();
            },
          }),
      }}
      onClose={onClose}
    >
      <Text>{words.restoreDetail}</Text>
    </DialogFrame>
  );
}
