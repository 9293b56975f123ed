import type { ImportCohort } from '@atrium/contract/wire/cohortTransformation';
import type { CohortEdited } from '@atrium/contract/wire/cohortView';
import { Alert, Button, FileInput, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useEdit } from '../../../api/definition/edits.ts';
import { FileUp } from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { cohortKind } from '../cohortQueries.ts';
import { messageOf } from '../LoadFailed.tsx';
import { Messages } from '../Messages.tsx';
import { travelWords as words } from './travelWords.ts';

interface BringProps {
  readonly dataset: string;
}

/** The button that brings a cohort in from a file, once its reader has seen what the dataset lacks (rule 14.77). */
export function BringDefinition({ dataset }: BringProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<FileUp size={14} />}
        onClick={() => setIsOpen(true)}
      >
        {words.bring}
      </Button>
      <Modal opened={isOpen} onClose={() => setIsOpen(false)} title={words.bringTitle} size="lg">
        {isOpen && <Chosen dataset={dataset} onClose={() => setIsOpen(false)} />}
      </Modal>
    </>
  );
}

interface Judged {
  readonly document: ImportCohort['document'];
  readonly reply: CohortEdited;
}

/** The document in a file; null for a text that is no JSON, and for JSON that is no object. */
function parsed(text: string): ImportCohort['document'] | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function Chosen({ dataset, onClose }: BringProps & { readonly onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const edit = useEdit(cohortKind, { dataset });
  const judging = useMutation({
    mutationFn: async (chosen: File): Promise<Judged | null> => {
      const document = parsed(await chosen.text());
      if (document === null) return null;
      const wanted = { kind: 'import_cohort', document, validateOnly: true } as const;
      return { document, reply: await cohortKind.edit(dataset, wanted) };
    },
  });
  const choose = (chosen: File | null) => {
    setFile(chosen);
    edit.reset();
    if (chosen === null) judging.reset();
    else judging.mutate(chosen);
  };
  const bring = ({ document }: Judged, leaveOut: boolean) =>
    edit.mutate(
      { kind: 'import_cohort', document, ignoreWarnings: true, leaveOut },
      {
        onSuccess: ({ transformationSuccessful }) => {
          if (transformationSuccessful) onClose();
        },
      },
    );
  const refusals = edit.results.flatMap(({ transformationErrors }) => transformationErrors);
  const unreadable = judging.data === null ? [words.notJson] : [];
  const failures = [judging.error, ...edit.errors].flatMap((error) =>
    error === null ? [] : messageOf(error),
  );
  return (
    <Stack>
      <Text size="sm">{words.bringHelp}</Text>
      <FileInput
        label={words.choose}
        accept="application/json,.json"
        value={file}
        onChange={choose}
        clearable
      />
      {judging.isPending && <Skeleton height={60} aria-label={words.checking} />}
      {judging.data && <Judgement judged={judging.data} isBusy={edit.isPending} onBring={bring} />}
      <Messages errors={[...unreadable, ...failures, ...refusals]} warnings={[]} />
    </Stack>
  );
}

interface JudgementProps {
  readonly judged: Judged;
  readonly isBusy: boolean;
  readonly onBring: (judged: Judged, leaveOut: boolean) => void;
}

/** What the dataset lacks, by name, and what may be done about it. */
function Judgement({ judged, isBusy, onBring }: JudgementProps) {
  const { transformationErrors: errors, transformationWarnings: warnings } = judged.reply;
  const isMalformed = judged.reply.transformationRefusals.some(({ code }) => code === 'malformed');
  const isLacking = errors.length > 0;
  return (
    <>
      <Stack role="status" gap="sm">
        {!isLacking && warnings.length === 0 && <Text>{words.fits}</Text>}
        {isLacking && (
          <Alert color="red" title={isMalformed ? words.malformed : words.lacking}>
            <Sentences of={errors} />
          </Alert>
        )}
        {warnings.length > 0 && (
          <Alert color="yellow" title={words.values}>
            <Sentences of={warnings} />
          </Alert>
        )}
      </Stack>
      {!isMalformed && (
        <Group justify="flex-end">
          <Button loading={isBusy} onClick={() => onBring(judged, isLacking)}>
            {isLacking ? words.applyWithout : words.apply}
          </Button>
        </Group>
      )}
    </>
  );
}
