import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { maxExpectations, type ReportExpectations } from '@atrium/contract/wire/reportExpectation';
import { Button, Group, NativeSelect, NumberInput, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useNouns } from '../../../api/collections.ts';
import type { Noun } from '../../../api/nouns.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { announce } from '../../../ui/announce.ts';
import { Plus, Trash2 } from '../../../ui/icons.ts';
import { LabelledIconButton } from '../../../ui/LabelledIconButton.tsx';
import { expectationWords as words } from '../expectationWords.ts';
import type { ReportOf } from '../reportQueries.ts';
import { useReportChange } from '../useReportChange.ts';
import { DialogFrame } from './DialogFrame.tsx';
import classes from './ExpectationsDialog.module.css';
import {
  draftsOf,
  type ExpectationDraft,
  emptyDraft,
  expectationDraft,
  expectationOf,
  faultOf,
} from './expectationDraft.ts';

const expectationsDraft = z.object({ drafts: z.array(expectationDraft) });

interface ExpectationsDialogProps extends ReportOf {
  readonly read: ReportExpectations;
  readonly onClose: () => void;
}

/** Edits the expectations of a report of one's own. */
export function ExpectationsDialog({ dataset, reportId, read, onClose }: ExpectationsDialogProps) {
  const { subject } = useNouns(dataset);
  const kept = useDraft({
    schema: expectationsDraft,
    about: ['expectations', dataset, reportId],
    start: { drafts: [...draftsOf(read)] },
    base: read.version,
    place: 'tab',
  });
  const { drafts } = kept.value;
  const [isTried, setIsTried] = useState(false);
  const save = useReportChange(dataset, () =>
    request(reportEndpoints.expect, {
      params: { dataset, reportId },
      body: { expectations: drafts.map(expectationOf), version: Number(kept.base) },
    }),
  );
  const change = (next: readonly ExpectationDraft[]) => kept.change({ drafts: [...next] });
  const hidden = read.expectations.filter(({ named, subjects }) => named > 0 && subjects === null).length;
  const onConfirm = () => {
    setIsTried(true);
    if (drafts.every((draft) => faultOf(draft, subject) === undefined))
      save.mutate(undefined, {
        onSuccess: () => {
          announce(words.saved);
          kept.clear();
          onClose();
        },
      });
  };
  return (
    <DialogFrame
      title={words.dialogTitle}
      draft={kept}
      error={save.error}
      isBusy={save.isPending}
      confirm={{ label: words.save, onConfirm }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {words.dialogDetail}
        </Text>
        {drafts.map((draft, index) => (
          <Draft
            key={draft.key}
            draft={draft}
            subject={subject}
            number={index + 1}
            mayNameSubjects={read.seesSubjectIds}
            fault={isTried ? faultOf(draft, subject) : undefined}
            onChange={(next) => change(drafts.map((one) => (one.key === next.key ? next : one)))}
            onRemove={() => change(drafts.filter((one) => one.key !== draft.key))}
          />
        ))}
        {hidden > 0 && <Text size="sm">{words.keptIds(hidden, subject)}</Text>}
        <div>
          <Button
            variant="default"
            leftSection={<Plus size={16} aria-hidden />}
            disabled={drafts.length + hidden >= maxExpectations}
            onClick={() => change([...drafts, emptyDraft(1 + Math.max(-1, ...drafts.map(({ key }) => key)))])}
          >
            {words.add}
          </Button>
        </div>
      </Stack>
    </DialogFrame>
  );
}

interface DraftProps {
  readonly draft: ExpectationDraft;
  readonly subject: Noun;
  /** From 1. */
  readonly number: number;
  readonly mayNameSubjects: boolean;
  readonly fault: string | undefined;
  readonly onChange: (draft: ExpectationDraft) => void;
  readonly onRemove: () => void;
}

const kinds = ['count', 'includes', 'excludes'] as const;

function Draft({ draft, subject, number, mayNameSubjects, fault, onChange, onRemove }: DraftProps) {
  const bound = (name: 'least' | 'most') => (
    <NumberInput
      label={words[name]}
      value={draft[name] ?? ''}
      min={0}
      max={1_000_000_000}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      flex="1 1 8rem"
      error={fault !== undefined && name === 'least' ? fault : fault !== undefined}
      onChange={(value) => onChange({ ...draft, [name]: typeof value === 'number' ? value : null })}
    />
  );
  return (
    <fieldset className={classes.draft}>
      <legend className={classes.legend}>{words.kind(number)}</legend>
      <Group gap="sm" align="end" wrap="nowrap">
        <NativeSelect
          aria-label={words.kind(number)}
          flex={1}
          data={kinds
            .filter((kind) => kind === 'count' || mayNameSubjects)
            .map((kind) => ({ value: kind, label: words.kinds[kind](subject) }))}
          value={draft.kind}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...draft, kind: kinds.find((kind) => kind === value) ?? 'count' })
          }
        />
        <LabelledIconButton label={words.remove(number)} color="red" onClick={onRemove}>
          <Trash2 size={17} aria-hidden />
        </LabelledIconButton>
      </Group>
      {draft.kind === 'count' ? (
        <Group gap="sm" align="start">
          {bound('least')}
          {bound('most')}
        </Group>
      ) : (
        <Textarea
          label={words.ids}
          value={draft.ids}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          error={fault}
          onChange={({ currentTarget: { value } }) => onChange({ ...draft, ids: value })}
        />
      )}
    </fieldset>
  );
}
