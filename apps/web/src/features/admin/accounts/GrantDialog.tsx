import { everyRight, grantableRightNames, grantableRights } from '@atrium/contract/documents/grantableRights';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { AccountDetail, MembershipItem } from '@atrium/contract/endpoints/adminAccounts';
import { accessLevels } from '@atrium/contract/wire/access';
import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { rightWords } from '../../../api/memberRights.ts';
import { useDraftForm } from '../../../api/useSentForm.ts';
import { RoomDialog, sentBy } from '../dialog/RoomDialog.tsx';
import { sentencesOf, useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './accountsWords.ts';

const grantDraft = z.object({
  dataset: z.string(),
  level: z.enum(accessLevels),
  rights: grantableRights,
  groups: z.array(z.string()),
  until: z.string(),
});

type Grant = z.infer<typeof grantDraft>;

interface GrantDialogProps {
  readonly account: Pick<AccountDetail, 'id' | 'datasets'>;
  /** The membership that is changed; absent for a new one. */
  readonly held?: MembershipItem | undefined;
  readonly onClose: () => void;
}

const startOf = (
  { datasets: [first] }: GrantDialogProps['account'],
  held: MembershipItem | undefined,
): Grant => ({
  dataset: held?.dataset ?? first?.uniqueId ?? '',
  level: held?.level ?? 'deid',
  rights: held === undefined ? everyRight : grantableRights.parse(held),
  groups: held?.groups ?? [],
  until: held?.hasEnded === true ? '' : (held?.until ?? ''),
});

/** Gives or changes a membership. */
export function GrantDialog({ account, held, onClose }: GrantDialogProps) {
  const start = startOf(account, held);
  const form = useDraftForm({
    schema: grantDraft,
    about: ['membership', account.id, held?.id ?? 'new'],
    start,
    base: JSON.stringify(held === undefined ? '' : start),
  });
  const { values: given } = form;
  const dataset = account.datasets.find(({ uniqueId }) => uniqueId === given.dataset);
  const grant = useRoomAction({
    act: ({ rights, ...body }: Grant) =>
      request(adminEndpoints.accounts.grant, {
        params: { accountId: account.id },
        body: {
          ...body,
          ...rights,
          groups: [...body.groups],
          until: body.until === '' ? 'never' : body.until,
        },
      }),
    say: sentencesOf,
    onDone: () => {
      form.draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog
      title={words.grantTitle}
      confirm={words.grantConfirm}
      isReady={dataset !== undefined}
      {...sentBy(grant, form)}
      onClose={onClose}
    >
      <NativeSelect
        label={words.dataset}
        disabled={held !== undefined}
        data={account.datasets.map(({ uniqueId, name }) => ({ value: uniqueId, label: name }))}
        {...form.getInputProps('dataset')}
        onChange={({ currentTarget }) => form.setValues({ dataset: currentTarget.value, groups: [] })}
      />
      <NativeSelect
        label={words.level}
        data={accessLevels.map((level) => ({ value: level, label: words.levels[level] }))}
        {...form.getInputProps('level')}
      />
      {grantableRightNames.map((right) => (
        <Switch
          key={right}
          label={rightWords[right].label}
          {...form.getInputProps(`rights.${right}`, { type: 'checkbox' })}
        />
      ))}
      {dataset !== undefined && dataset.groups.length > 0 && (
        <MultiSelect
          label={words.groups}
          description={words.groupsDetail}
          data={[...dataset.groups]}
          clearable
          styles={{ inputField: { minHeight: '1.5rem' } }}
          clearButtonProps={{ 'aria-label': 'Take all groups away' }}
          {...form.getInputProps('groups')}
        />
      )}
      <TextInput
        type="date"
        label={words.until}
        description={words.untilDetail(dataset?.maxDays ?? null)}
        {...form.getInputProps('until')}
      />
    </RoomDialog>
  );
}
