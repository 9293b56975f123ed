import type { DatasetSummary } from '@atrium/contract/wire/dataset';
import { SimpleGrid } from '@mantine/core';
import { Database } from '../../ui/icons.ts';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { ClosedDatasetCard, DatasetCard } from './DatasetCard.tsx';
import { words } from './datasetWords.ts';

interface DatasetChooserProps {
  readonly datasets: readonly DatasetSummary[];
  readonly accessRequests: string;
}

/** One card per dataset. Those that the person may not open come last and say whom to ask. */
export function DatasetChooser({ datasets, accessRequests }: DatasetChooserProps) {
  if (datasets.length === 0)
    return (
      <StateMessage
        kind="empty"
        icon={<Database size={28} aria-hidden />}
        title={words.noDatasets}
        detail={words.noDatasetsDetail}
      />
    );
  const open = datasets.filter((dataset) => dataset.selectable);
  const closed = datasets.filter((dataset) => !dataset.selectable);
  return (
    <SimpleGrid component="ul" cols={{ base: 1, sm: 2 }} p={0} m={0} style={{ listStyle: 'none' }}>
      {open.map((dataset) => (
        <li key={dataset.uniqueId}>
          <DatasetCard dataset={dataset} />
        </li>
      ))}
      {closed.map((dataset) => (
        <li key={dataset.uniqueId}>
          <ClosedDatasetCard dataset={dataset} accessRequests={accessRequests} />
        </li>
      ))}
    </SimpleGrid>
  );
}
