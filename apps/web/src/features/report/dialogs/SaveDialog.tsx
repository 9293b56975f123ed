import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { CreateForm, EditForm, ReportBody } from '@atrium/contract/wire/report';
import { Checkbox, Group, NativeSelect, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { announce } from '../../../ui/announce.ts';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { createFormOptions, editFormOptions } from '../reportQueries.ts';
import { dialogWords as words } from '../reportWords.ts';
import { useReportChange } from '../useReportChange.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { ReportFields } from './ReportFields.tsx';
import { bodyOf, changesOf, draftOf, emptyDraft, isComplete, reportChanges } from './reportForm.ts';

const saveDraft = z.object({
  isNew: z.boolean(),
  target: z.number().nullable(),
  withCrossTab: z.boolean(),
  /** By the report that is overwritten; `new` for a new one. */
  changes: z.record(z.string(), reportChanges),
});

export interface SaveDialogProps {
  readonly dataset: string;
  /** Whether the dialog opens beside a cross-tab, which is then kept too unless the person says otherwise. */
  readonly isBesideCrossTab: boolean;
  /** Saves what else belongs to the report, once that is saved. */
  readonly onSaved?: ((reportId: number) => Promise<void>) | undefined;
  /** An edit of what would be saved is under way. */
  readonly isChanging: boolean;
  readonly onClose: () => void;
}

/** Saves the active cohort and table, on request with the cross-tab, as a new report or over one of one's own. */
export function SaveDialog({ dataset, isBesideCrossTab, onSaved, isChanging, onClose }: SaveDialogProps) {
  const kept = useDraft({
    schema: saveDraft,
    about: ['save', dataset],
    start: { isNew: true, target: null, withCrossTab: isBesideCrossTab, changes: {} },
  });
  const { isNew, target, withCrossTab, changes } = kept.value;
  const of = isNew ? 'new' : String(target);
  const { create, edit, form, stored, keepsCrossTab } = useStored(dataset, kept.value);
  const draft = stored && { ...stored, ...changes[of] };
  const save = useReportChange(dataset, async ({ overwrites, body }: Saving) => {
    const reply = await post(dataset, overwrites, body);
    const reportId = reply.reportId ?? overwrites;
    if (reply.status === 'complete' && reportId !== undefined) await onSaved?.(reportId);
    return reply;
  });
  if (save.isSuccess)
    return (
      <DialogFrame title={words.savedTitle} isShort onClose={onClose}>
        <Saved
          dataset={dataset}
          reportId={save.data.reportId ?? save.variables.overwrites}
          name={save.variables.body.name ?? ''}
          onClose={onClose}
        />
      </DialogFrame>
    );
  const start = (how: { isNew: boolean; target?: number | undefined }) => {
    kept.change({ isNew: how.isNew, target: how.target ?? null });
    save.reset();
  };
  const onConfirm = () => {
    if (draft === undefined) return;
    const body = { ...bodyOf(draft), ...(withCrossTab || isNew ? { withAnalysis: withCrossTab } : {}) };
    const onSuccess = () => {
      announce(words.saved(draft.name));
      kept.clear();
    };
    save.mutate({ overwrites: isNew ? undefined : (target ?? undefined), body }, { onSuccess });
  };
  return (
    <DialogFrame
      title={(isNew ? create.data?.title : edit.data?.title) ?? words.saveTitle}
      loads={create.isError ? create : edit}
      isLoading={create.isPending}
      draft={kept}
      error={save.error}
      isBusy={save.isPending}
      confirm={{
        label: words.save,
        isDisabled: isChanging || draft === undefined || !isComplete(draft) || (!isNew && target === null),
        onConfirm,
      }}
      onClose={onClose}
    >
      <Stack gap="md">
        <Method form={create.data} isNew={isNew} target={target ?? undefined} onStart={start} />
        {!isNew && target !== null && edit.isPending && <Skeleton height={240} />}
        {form !== undefined && stored !== undefined && draft !== undefined && (
          <>
            <ReportFields
              key={of}
              draft={draft}
              people={form.data.fields.sharedOptions}
              projects={form.data.fields.projectSelection}
              onChange={(part) =>
                kept.change({ changes: { ...changes, [of]: changesOf(stored, { ...draft, ...part }) } })
              }
            />
            <Checkbox
              label={words.withCrossTab}
              description={keepsCrossTab ? words.withCrossTabKept : words.withCrossTabDetail}
              checked={withCrossTab}
              onChange={({ currentTarget }) => kept.change({ withCrossTab: currentTarget.checked })}
            />
          </>
        )}
      </Stack>
    </DialogFrame>
  );
}

/** What is stored of the report that is overwritten; of a new one nothing. */
function useStored(dataset: string, { isNew, target }: Pick<z.infer<typeof saveDraft>, 'isNew' | 'target'>) {
  const create = useQuery(createFormOptions(dataset));
  const edit = useQuery({
    ...editFormOptions({ dataset, reportId: target ?? 0 }),
    enabled: !isNew && target !== null,
  });
  return {
    ...{ create, edit, form: isNew ? create.data : edit.data },
    stored: isNew ? emptyDraft : edit.data && draftOf(edit.data),
    keepsCrossTab: !isNew && edit.data?.data.hasAnalysis === true,
  };
}

interface Saving {
  readonly overwrites: number | undefined;
  readonly body: ReportBody;
}

interface Posted {
  readonly status: 'complete' | 'incomplete';
  readonly errors: readonly string[];
  readonly reportId?: number | undefined;
}

/** Saves what is active: as a new report, or over the one that is named. */
const post = (dataset: string, reportId: number | undefined, body: ReportBody): Promise<Posted> =>
  reportId === undefined
    ? request(reportEndpoints.create, { params: { dataset }, body })
    : request(reportEndpoints.edit, {
        params: { dataset, reportId },
        body: { ...body, overwriteQueryDefWithActive: true },
      });

interface MethodProps {
  readonly form: CreateForm | EditForm | undefined;
  readonly isNew: boolean;
  readonly target: number | undefined;
  readonly onStart: (how: { isNew: boolean; target?: number | undefined }) => void;
}

/** A new report, or one of one's own that is overwritten. */
function Method({ form, isNew, target, onStart }: MethodProps) {
  const own = form !== undefined && 'reports' in form.data ? form.data.reports : [];
  const choices = own.filter(({ value }) => value > 0);
  return (
    <>
      <SegmentedControl
        aria-label={words.method}
        data={[
          { value: 'new', label: words.methods.new },
          { value: 'overwrite', label: words.methods.overwrite },
        ]}
        value={isNew ? 'new' : 'overwrite'}
        onChange={(value) => onStart({ isNew: value === 'new' })}
      />
      <Text size="sm" c="dimmed">
        {isNew ? words.holds : choices.length === 0 ? words.noOwn : words.overwrites}
      </Text>
      {!isNew && choices.length > 0 && (
        <NativeSelect
          label={words.which}
          required
          data={[
            { value: '', label: words.whichHint },
            ...choices.map(({ label, value }) => ({ label, value: String(value) })),
          ]}
          value={target === undefined ? '' : String(target)}
          onChange={({ currentTarget }) =>
            onStart({ isNew: false, target: Number(currentTarget.value) || undefined })
          }
        />
      )}
    </>
  );
}

interface SavedProps {
  readonly dataset: string;
  readonly reportId: number | undefined;
  readonly name: string;
  readonly onClose: () => void;
}

/** Says that the report is saved, and leads to it. */
const Saved = ({ dataset, reportId, name, onClose }: SavedProps) => (
  <Stack gap="md">
    <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
      {words.saved(name)}
    </Text>
    <Text size="sm" c="dimmed">
      {words.savedDetail}
    </Text>
    <Group gap="sm">
      {reportId !== undefined && (
        <LinkButton
          to="/$dataset/reports/$report"
          params={{ dataset, report: String(reportId) }}
          ref={focusOnce}
          onClick={onClose}
        >
          {words.openIt}
        </LinkButton>
      )}
      <LinkButton to="/$dataset/reports" params={{ dataset }} variant="default" onClick={onClose}>
        {words.toList}
      </LinkButton>
    </Group>
  </Stack>
);

/** The button that was pressed is gone. */
const focusOnce = (link: HTMLAnchorElement | null): void => link?.focus();
