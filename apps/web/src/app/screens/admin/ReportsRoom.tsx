import { Stack } from '@mantine/core';
import { z } from 'zod';
import { listAddress } from '../../../features/admin/list/listAddress.ts';
import { StaffReportList } from '../../../features/admin/reports/StaffReportList.tsx';
import { words } from '../../../features/admin/reports/words.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useRoomAddress } from './useRoomAddress.ts';

const schema = z.object({ ...listAddress, dataset: listAddress.search });

/** The reports of everybody, without what they hold. */
export function ReportsRoom() {
  const [address, onAddress] = useRoomAddress(schema);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <StaffReportList address={address} onAddress={onAddress} />
    </Stack>
  );
}
