import { Container, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ExportButton } from '../../features/audit/ExportButton.tsx';
import { Lines } from '../../features/audit/Lines.tsx';
import type { LineFilter } from '../../features/audit/lineFilter.ts';
import { words } from '../../features/audit/words.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The whole audit, for staff. */
export function AuditScreen() {
  const filter = useSearch({ from: '/audit' });
  const navigate = useNavigate({ from: '/audit' });
  const onFilter = (change: LineFilter) =>
    void navigate({ search: (held) => ({ ...held, ...change }), replace: true });
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader
          title={words.title}
          description={words.detail}
          actions={<ExportButton filter={filter} />}
        />
        <Lines whose="all" filter={filter} onFilter={onFilter} />
      </Stack>
    </Container>
  );
}
