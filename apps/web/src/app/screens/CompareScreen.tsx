import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { cohortOptions } from '../../features/cohort/cohortQueries.ts';
import { Compare } from '../../features/comparison/Compare.tsx';
import { parseComparison, writeComparison } from '../../features/comparison/comparisonAddress.ts';
import { mayOpen } from '../mayOpen.ts';
import { useMakeRegion } from '../useLoadReport.tsx';

const here = '/$dataset/compare';

/** Groups side by side; what is compared is part of the address. */
export function CompareScreen() {
  const { dataset } = useParams({ from: here });
  const search = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const member = useQuery(datasetQuery(dataset)).data;
  const hasCohort = member !== undefined && mayOpen('subjects', member);
  const region = useMakeRegion(dataset);
  const cohort = useQuery({ ...cohortOptions(dataset), enabled: hasCohort });
  if (member === undefined) return null;
  return (
    <Container size="xl" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Compare
        key={dataset}
        dataset={dataset}
        snapshotId={cohort.data?.snapshotId ?? null}
        address={parseComparison(search)}
        onChange={(address) =>
          void navigate({ search: (held) => ({ ...held, ...writeComparison(address) }), replace: true })
        }
        onRegion={region.mutate}
        isMaking={region.isPending}
        pathway={search}
        onPathway={(pathway) => void navigate({ search: (held) => ({ ...held, ...pathway }), replace: true })}
        times={search}
        onTimes={(times) => void navigate({ search: (held) => ({ ...held, ...times }), replace: true })}
      />
    </Container>
  );
}
