import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { EditForm, ReportBody } from '@atrium/contract/wire/report';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { announce } from '../../../ui/announce.ts';
import { editFormOptions, type ReportOf } from '../reportQueries.ts';
import { dialogWords as words } from '../reportWords.ts';
import { useReportChange } from '../useReportChange.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { ReportFields } from './ReportFields.tsx';
import { bodyOf, changesOf, draftOf, isComplete, type ReportDraft, reportChanges } from './reportForm.ts';

const editDraft = z.object({ changes: reportChanges });

interface EditDialogProps extends ReportOf {
  readonly onClose: () => void;
}

/** Name, description, project and sharing of a report of one's own. */
export function EditDialog({ dataset, reportId, onClose }: EditDialogProps) {
  const of = { dataset, reportId };
  const form = useQuery(editFormOptions(of));
  const save = useReportChange(dataset, (body: ReportBody) =>
    request(reportEndpoints.edit, { params: of, body }),
  );
  const stored = form.data && draftOf(form.data);
  const kept = useDraft({
    schema: editDraft,
    about: ['report', dataset, reportId],
    start: { changes: {} },
    base: JSON.stringify(stored ?? null),
  });
  const draft = stored && { ...stored, ...kept.value.changes };
  return (
    <DialogFrame
      title={form.data?.title ?? words.editTitle}
      loads={form}
      isLoading={form.isPending}
      draft={kept}
      error={save.error}
      isBusy={save.isPending}
      confirm={{
        label: words.save,
        isDisabled: draft === undefined || !kept.isChanged || !isComplete(draft),
        onConfirm: () => {
          if (draft === undefined) return;
          save.mutate(bodyOf(draft), {
            onSuccess: () => {
              announce(words.edited(draft.name));
              kept.clear();
              onClose();
            },
          });
        },
      }}
      onClose={onClose}
    >
      {form.data && stored && draft && (
        <Fields
          form={form.data}
          draft={draft}
          onChange={(part) => kept.change({ changes: changesOf(stored, { ...draft, ...part }) })}
        />
      )}
    </DialogFrame>
  );
}

interface FieldsProps {
  readonly form: EditForm;
  readonly draft: ReportDraft;
  readonly onChange: (change: Partial<ReportDraft>) => void;
}

const Fields = ({ form, draft, onChange }: FieldsProps) => (
  <ReportFields
    draft={draft}
    people={form.data.fields.sharedOptions}
    projects={form.data.fields.projectSelection}
    onChange={onChange}
  />
);
