import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ShareForm } from '@atrium/contract/wire/report';
import { Alert, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { announce } from '../../../ui/announce.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { Globe } from '../../../ui/icons.ts';
import { type ReportOf, shareFormOptions } from '../reportQueries.ts';
import { dialogWords as words } from '../reportWords.ts';
import { useReportChange } from '../useReportChange.ts';
import { DialogFrame } from './DialogFrame.tsx';
import { PeopleSelect } from './ReportFields.tsx';
import { checkedIds } from './reportForm.ts';

const shareDraft = z.object({ shareWith: z.array(z.number()).nullable() });

interface ShareDialogProps extends ReportOf {
  readonly onClose: () => void;
}

/** The link of a report of one's own, and with whom it is shared. */
export function ShareDialog({ dataset, reportId, onClose }: ShareDialogProps) {
  const of = { dataset, reportId };
  const form = useQuery(shareFormOptions(of));
  const share = useReportChange(dataset, (shareWith: readonly number[]) =>
    request(reportEndpoints.share, { params: of, body: { shareWith: [...shareWith] } }),
  );
  const { data } = form;
  const stored = data === undefined ? [] : checkedIds(data.data.fields.sharedOptions);
  const kept = useDraft({
    schema: shareDraft,
    about: ['share', dataset, reportId],
    start: { shareWith: null },
    base: stored.toSorted().join(),
  });
  const chosen = kept.value.shareWith ?? stored;
  const change = (next: readonly number[]) =>
    kept.change({ shareWith: next.toSorted().join() === stored.toSorted().join() ? null : [...next] });
  const isPublic = data?.data.report.public ?? false;
  return (
    <DialogFrame
      title={data?.title ?? words.shareTitle}
      loads={form}
      isLoading={form.isPending}
      draft={kept}
      error={share.error}
      isBusy={share.isPending}
      confirm={
        isPublic
          ? undefined
          : {
              label: words.save,
              isDisabled: !kept.isChanged,
              onConfirm: () =>
                share.mutate(chosen, {
                  onSuccess: () => {
                    announce(words.shared(data?.data.report.name ?? ''));
                    kept.clear();
                    onClose();
                  },
                }),
            }
      }
      onClose={onClose}
    >
      {data !== undefined && <Sharing form={data} chosen={chosen} onChange={change} />}
    </DialogFrame>
  );
}

interface SharingProps {
  readonly form: ShareForm;
  readonly chosen: readonly number[];
  readonly onChange: (chosen: readonly number[]) => void;
}

function Sharing({ form, chosen, onChange }: SharingProps) {
  const { report, fullUrl, fields } = form.data;
  return (
    <Stack gap="md">
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        {report.name}
      </Text>
      <Group gap="sm" align="end">
        <TextInput
          label={words.link}
          description={report.public ? undefined : words.linkRemark}
          value={fullUrl}
          readOnly
          autoFocus
          flex="1 1 16rem"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyText text={fullUrl} label={words.copyLink} done={words.linkCopied} />
      </Group>
      <Text size="sm" c="dimmed">
        {words.owner(report.creator)}
      </Text>
      {report.public ? (
        <Alert color="blue" icon={<Globe size={18} aria-hidden />}>
          {words.isPublic}
        </Alert>
      ) : (
        <PeopleSelect people={fields.sharedOptions} chosen={chosen} onChange={onChange} />
      )}
    </Stack>
  );
}
