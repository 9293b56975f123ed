import { Stack } from '@mantine/core';
import { z } from 'zod';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { UsageReport, usageFigures } from '../../../features/admin/usage/UsageReport.tsx';
import { words } from '../../../features/admin/usage/words.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { RoomLink } from './RoomLink.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
  .optional()
  .catch(undefined);
const schema = z.object({
  ...listAddress,
  since: month,
  until: month,
  dataset: listAddress.search,
  figure: z.enum(usageFigures).optional().catch(undefined),
});

/** The user report. */
export function UsageRoom() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <UsageReport
        address={address}
        onAddress={onAddress}
        linkTo={(account, text) => (
          <RoomLink room="accounts" item={account}>
            {text}
          </RoomLink>
        )}
      />
    </Stack>
  );
}
