import { type EditForm, type ReportBody, reportEndpoints } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { announce } from '../../../ui/announce.ts';
import { editFormOptions, type ReportOf } from '../queries.ts';
import { useReportChange } from '../useReportChange.ts';
import { dialogWords as words } from '../words.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { ReportFields } from './ReportFields.tsx';
import { bodyOf, draftOf, isComplete, isSameDraft, type ReportDraft } from './reportForm.ts';

interface EditDialogProps extends ReportOf {
  readonly onClose: () => void;
}

/** Name, description, project and sharing of a report of one's own. */
export function EditDialog({ dataset, reportId, onClose }: EditDialogProps) {
  const of = { dataset, reportId };
  const form = useQuery(editFormOptions(of));
  const [changes, setChanges] = useState<Partial<ReportDraft>>({});
  const save = useReportChange(dataset, (body: ReportBody) =>
    request(reportEndpoints.edit, { params: of, body }),
  );
  const stored = form.data && draftOf(form.data);
  const draft = stored && { ...stored, ...changes };
  const hasChanges = draft !== undefined && stored !== undefined && !isSameDraft(draft, stored);
  return (
    <DialogFrame
      title={form.data?.title ?? words.editTitle}
      loadError={form.error}
      isLoading={form.isPending}
      hasChanges={hasChanges}
      error={save.error}
      isBusy={save.isPending}
      confirm={{
        label: words.save,
        isDisabled: draft === undefined || !hasChanges || !isComplete(draft),
        onConfirm: () => {
          if (draft === undefined) return;
          save.mutate(bodyOf(draft), {
            onSuccess: () => {
              announce(words.edited(draft.name));
              onClose();
            },
          });
        },
      }}
      onClose={onClose}
    >
      {form.data && draft && (
        <Fields form={form.data} draft={draft} onChange={(change) => setChanges({ ...changes, ...change })} />
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
