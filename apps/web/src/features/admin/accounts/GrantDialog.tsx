import {
  type AccountDetail,
  accessLevels,
  adminEndpoints,
  everyRight,
  grantableRightNames,
  grantableRights,
  type MembershipItem,
} from '@atrium/contract';
import { MultiSelect, NativeSelect, Switch, TextInput } from '@mantine/core';
import { z } from 'zod';
import { request } from '../../../api/client.ts';
import { rightWords } from '../../../api/memberRights.ts';
import { useDraft } from '../../../api/useDraft.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { sentencesOf, useRoomAction } from '../dialog/useRoomAction.ts';
import { words } from './words.ts';

const grantDraft = z.object({
  dataset: z.string(),
  level: z.enum(accessLevels),
  rights: grantableRights,
  groups: z.array(z.string()),
  until: z.string(),
});

interface GrantDialogProps {
  readonly account: Pick<AccountDetail, 'id' | 'datasets'>;
  /** The membership that is changed; absent for a new one. */
  readonly held?: MembershipItem | undefined;
  readonly onClose: () => void;
}

/** Gives or changes a membership. */
export function GrantDialog({ account, held, onClose }: GrantDialogProps) {
  const [first] = account.datasets;
  const start = {
    dataset: held?.dataset ?? first?.uniqueId ?? '',
    level: held?.level ?? ('deid' as const),
    rights: held === undefined ? everyRight : grantableRights.parse(held),
    groups: held?.groups ?? [],
    until: held?.hasEnded === true ? '' : (held?.until ?? ''),
  };
  const draft = useDraft({
    schema: grantDraft,
    about: ['membership', account.id, held?.id ?? 'new'],
    start,
    base: JSON.stringify(held === undefined ? '' : start),
  });
  const { value: given, change } = draft;
  const { rights, ...body } = given;
  const dataset = account.datasets.find(({ uniqueId }) => uniqueId === given.dataset);
  const grant = useRoomAction({
    act: () =>
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
      draft.clear();
      onClose();
    },
  });
  return (
    <RoomDialog
      title={words.grantTitle}
      confirm={words.grantConfirm}
      isReady={dataset !== undefined}
      isBusy={grant.isPending}
      error={grant.error}
      draft={draft}
      onConfirm={() => grant.mutate(undefined)}
      onClose={onClose}
    >
      <NativeSelect
        label={words.dataset}
        disabled={held !== undefined}
        data={account.datasets.map(({ uniqueId, name }) => ({ value: uniqueId, label: name }))}
        value={given.dataset}
        onChange={({ currentTarget }) => change({ dataset: currentTarget.value, groups: [] })}
      />
      <NativeSelect
        label={words.level}
        data={accessLevels.map((level) => ({ value: level, label: words.levels[level] }))}
        value={given.level}
        onChange={({ currentTarget }) =>
          change({ level: accessLevels.find((level) => level === currentTarget.value) ?? given.level })
        }
      />
      {grantableRightNames.map((right) => (
        <Switch
          key={right}
          label={rightWords[right].label}
          checked={rights[right]}
          onChange={({ currentTarget }) => change({ rights: { ...rights, [right]: currentTarget.checked } })}
        />
      ))}
      {dataset !== undefined && dataset.groups.length > 0 && (
        <MultiSelect
          label={words.groups}
          description={words.groupsDetail}
          data={[...dataset.groups]}
          value={[...given.groups]}
          clearable
          styles={{ inputField: { minHeight: '1.5rem' } }}
          clearButtonProps={{ 'aria-label': 'Take all groups away' }}
          onChange={(groups) => change({ groups })}
        />
      )}
      <TextInput
        type="date"
        label={words.until}
        description={words.untilDetail(dataset?.longestDays ?? null)}
        value={given.until}
        onChange={({ currentTarget }) => change({ until: currentTarget.value })}
      />
    </RoomDialog>
  );
}
