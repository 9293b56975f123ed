import { Stack } from '@mantine/core';
import { useRoomAddress } from '../../../features/admin/rooms/useRoomAddress.ts';
import { words } from '../../../features/audit/auditWords.ts';
import { ExportButton } from '../../../features/audit/ExportButton.tsx';
import { Lines } from '../../../features/audit/Lines.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { auditSearch } from '../../search.ts';

/** The whole audit. */
export function AuditRoom() {
  const [filter, onFilter] = useRoomAddress(auditSearch);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} actions={<ExportButton filter={filter} />} />
      <Lines
        whose="all"
        filter={filter}
        onFilter={(change) => onFilter({ ...filter, ...change }, 'replace')}
      />
    </Stack>
  );
}
