import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { quantityOf } from '../../../api/nouns.ts';
import { ArrowLeft } from '../../../ui/icons.ts';
import { DialogSkeleton } from '../criteriaSet/DialogSkeleton.tsx';
import { explainOptions, nearMissesOptions } from '../insightQueries.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { Explanation } from './Explanation.tsx';
import { Lanes } from './Lanes.tsx';
import classes from './SubjectDialog.module.css';
import { subjectWords as words } from './subjectWords.ts';

/** What the dialog shows: some subjects of the cohort, one of them, or those whom one part leaves out. */
export type SubjectPage =
  | { readonly kind: 'some' }
  | { readonly kind: 'one'; readonly subject: string }
  | { readonly kind: 'misses'; readonly entryId: string; readonly name: string };

export interface SubjectDialogProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly start: SubjectPage;
  readonly onClose: () => void;
}

/** Single subjects beside the cohort; from a list one leads to one subject and back. */
export function SubjectDialog({ dataset, view, start, onClose }: SubjectDialogProps) {
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { subject: noun } = useNouns(dataset);
  const [opened, setOpened] = useState<string>();
  const page: SubjectPage = opened === undefined ? start : { kind: 'one', subject: opened };
  const shown = { dataset, view };
  return (
    <Modal
      opened
      onClose={onClose}
      title={page.kind === 'one' ? page.subject : words.title(noun)}
      size="64rem"
      fullScreen={isSmall}
    >
      <Stack>
        {opened !== undefined && (
          <Group>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<ArrowLeft size={14} />}
              onClick={() => setOpened(undefined)}
            >
              {words.back}
            </Button>
          </Group>
        )}
        {page.kind === 'one' ? (
          <One {...shown} subject={page.subject} />
        ) : page.kind === 'misses' ? (
          <Misses {...shown} {...page} onSubject={setOpened} />
        ) : (
          <>
            <AskForm label={words.askLabel(noun)} onAsk={setOpened} />
            <Lanes {...shown} onSubject={setOpened} />
          </>
        )}
      </Stack>
    </Modal>
  );
}

function AskForm({ label, onAsk }: { readonly label: string; readonly onAsk: (subject: string) => void }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onAsk(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Group align="end" gap="xs">
        <TextInput label={label} value={text} onChange={(event) => setText(event.currentTarget.value)} />
        <Button type="submit" variant="default">
          {words.ask}
        </Button>
      </Group>
    </form>
  );
}

interface Shown {
  readonly dataset: string;
  readonly view: CohortView;
}

function One({ dataset, view, subject }: Shown & { readonly subject: string }) {
  const explained = useQuery(explainOptions({ dataset, snapshotId: view.snapshotId }, subject));
  if (explained.isError) return <LoadFailed error={explained.error} retry={() => void explained.refetch()} />;
  return explained.data === undefined ? (
    <DialogSkeleton />
  ) : (
    <Explanation view={view} explained={explained.data} />
  );
}

interface MissesProps extends Shown {
  readonly entryId: string;
  readonly name: string;
  readonly onSubject: (subject: string) => void;
}

/** Those who meet all but one part (rule 3.31); each leads to the reasons. */
function Misses({ dataset, view, entryId, name, onSubject }: MissesProps) {
  const { subject: noun } = useNouns(dataset);
  const misses = useQuery(nearMissesOptions({ dataset, snapshotId: view.snapshotId }, entryId));
  if (misses.isError) return <LoadFailed error={misses.error} retry={() => void misses.refetch()} />;
  if (misses.data === undefined) return <DialogSkeleton />;
  const { count, subjects } = misses.data;
  return (
    <>
      <Text>{words.missing(quantityOf(count, noun), name)}</Text>
      <ul className={classes.ids}>
        {subjects.map((subject) => (
          <li key={subject}>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.explain(subject)}
              onClick={() => onSubject(subject)}
            >
              {subject}
            </Button>
          </li>
        ))}
      </ul>
      {subjects.length < count && (
        <Text size="sm" c="dimmed">
          {words.missesCut(subjects.length)}
        </Text>
      )}
    </>
  );
}
