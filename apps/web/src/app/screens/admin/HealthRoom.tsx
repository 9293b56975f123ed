import { Stack } from '@mantine/core';
import { HealthBoard } from '../../../features/admin/health/HealthBoard.tsx';
import { words } from '../../../features/admin/health/words.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';

/** The state of the portal. */
export const HealthRoom = () => (
  <Stack gap="lg">
    <PageHeader title={words.title} description={words.detail} />
    <HealthBoard />
  </Stack>
);
