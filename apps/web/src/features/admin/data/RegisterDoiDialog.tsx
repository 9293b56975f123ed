import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail, DataRelease } from '@atrium/contract/wire/adminData';
import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { request } from '../../../api/client.ts';
import { RoomDialog } from '../dialog/RoomDialog.tsx';
import { useRoomAction } from '../dialog/useRoomAction.ts';
import { recordWords } from './recordWords.ts';
import { recordOf } from './shownRecord.ts';

const { doi: words } = recordWords;

interface RegisterDoiProps {
  readonly detail: DataDetail;
  readonly release: DataRelease;
  readonly onClose: () => void;
}

export const doiOf = (detail: DataDetail, { release }: DataRelease): string | undefined =>
  recordOf(detail)?.dois[`release_${release}`];

/** A release can have a DOI where the public finds its page, and the site has a registrar. */
export const mayRegister = (detail: DataDetail, { state }: DataRelease): boolean =>
  detail.registersDois === true &&
  recordOf(detail) !== undefined &&
  (state === 'live' || state === 'retired');

/** Registers the DOI of a release, or brings its metadata up to date. */
export function RegisterDoiDialog({ detail, release, onClose }: RegisterDoiProps) {
  const hasDoi = doiOf(detail, release) !== undefined;
  const [draft, setDraft] = useState(false);
  const act = useRoomAction({
    act: () =>
      request(adminEndpoints.data.releases.doi, {
        params: { dataset: detail.dataset, release: release.release },
        body: { draft },
      }),
    say: ({ notes }) => notes.join(' '),
    onDone: onClose,
  });
  return (
    <RoomDialog
      title={words.title(release.number)}
      confirm={hasDoi ? words.update : words.register}
      isBusy={act.isPending}
      error={act.error}
      onConfirm={() => act.mutate(undefined)}
      onClose={onClose}
    >
      <Text>{hasDoi ? words.updateDetail : words.registerDetail}</Text>
      {!hasDoi && (
        <Checkbox
          label={words.draft}
          checked={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.checked)}
        />
      )}
    </RoomDialog>
  );
}
