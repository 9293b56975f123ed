import type { SavedComparison, SavedComparisonView } from '@atrium/contract/endpoints/savedComparison';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { announce } from '../../ui/announce.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { Lock } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Sentences } from '../../ui/Notices.tsx';
import { Section } from '../../ui/Section.tsx';
import { saveComparison } from './comparisonQueries.ts';
import { isSameComparison } from './keptComparison.ts';
import { SavedChanges } from './SavedChanges.tsx';
import { savedWords as words } from './savedWords.ts';

interface SavedBarProps {
  readonly dataset: string;
  readonly saved: SavedComparisonView;
  /** What the page shows; null while there is nothing to compare. */
  readonly shown: SavedComparison | null;
  readonly onReopen: () => void;
}

/** The comparison of a report: whether it is what the page shows, and what changed since (rules 17.26 to 17.28). */
export function SavedBar({ dataset, saved, shown, onReopen }: SavedBarProps) {
  const { reportId, name, version, comparison, lacks, isMine } = saved;
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: (chosen: SavedComparison) =>
      saveComparison({ dataset, reportId, version, comparison: chosen }),
    onSuccess: async (reply) => {
      announce(words.saved(reply.version));
      await client.invalidateQueries({ queryKey: [dataset, 'reports'] });
    },
  });
  const isSaved = comparison !== null && shown !== null && isSameComparison(comparison, shown);
  const isClosed = comparison === null && lacks.length > 0;
  return (
    <Section
      title={words.title}
      detail={words.about(name)}
      actions={
        <Group gap="sm">
          {comparison !== null && !isSaved && (
            <Button variant="default" onClick={onReopen}>
              {words.reopen}
            </Button>
          )}
          {isMine && !isSaved && (
            <Button
              disabled={shown === null}
              loading={save.isPending}
              onClick={() => shown !== null && save.mutate(shown)}
            >
              {words.save}
            </Button>
          )}
          <LinkButton
            to="/$dataset/reports/$report"
            params={{ dataset, report: String(reportId) }}
            variant="default"
          >
            {words.toReport}
          </LinkButton>
        </Group>
      }
    >
      <Stack gap="sm">
        <FailedAlert says={save.isError ? describeError(save.error, words.saveFailed) : null} />
        {isClosed ? (
          <Closed saved={saved} />
        ) : comparison === null ? (
          <Text role="status">{words.none(isMine)}</Text>
        ) : (
          <>
            <Text role="status">{isSaved ? words.isSaved(version) : words.isOther(version)}</Text>
            {lacks.length > 0 && (
              <Alert color="yellow">
                <Sentences of={lacks.map(words.lacking)} />
              </Alert>
            )}
            {isSaved && <SavedChanges dataset={dataset} saved={saved} comparison={comparison} />}
          </>
        )}
      </Stack>
    </Section>
  );
}

const Closed = ({ saved: { lacks, creator } }: { readonly saved: SavedComparisonView }) => (
  <Alert color="yellow" icon={<Lock size={18} aria-hidden />} title={words.notOpen}>
    <Stack gap="xs">
      <Sentences of={lacks.map(words.lacking)} />
      <Text size="sm">{words.ask(creator)}</Text>
    </Stack>
  </Alert>
);
