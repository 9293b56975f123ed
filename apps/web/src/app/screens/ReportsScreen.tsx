import { Container } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { ReportList } from '../../features/report/list/ReportList.tsx';
import { parseListAddress, writeListAddress } from '../../features/report/reportAddress.ts';
import { mayOpen } from '../mayOpen.ts';
import { useIsHere } from '../useIsHere.ts';
import { useSaveReport } from '../useSaveReport.tsx';

const here = '/$dataset/reports';

/** The reports of a dataset. Which ones are shown is part of the address. */
export function ReportsScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const isHere = useIsHere(here, dataset);
  const { data: detail } = useSuspenseQuery(datasetQuery(dataset));
  const saving = useSaveReport(dataset, {});
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <ReportList
        key={dataset}
        dataset={dataset}
        address={parseListAddress(search)}
        onAddress={(address, how) => {
          if (isHere()) void navigate({ search: writeListAddress(address), replace: how === 'replace' });
        }}
        onSave={mayOpen('subjects', detail) ? saving.open : undefined}
      />
      {saving.dialog}
    </Container>
  );
}
