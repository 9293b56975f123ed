import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import {
  type AnalysisDisplay,
  readAnalysisAddress,
  writeAnalysisAddress,
} from '../../features/analysis/analysisAddress.ts';
import { mayOpen } from '../mayOpen.ts';
import { AggregateOfCohort } from './aggregate/AggregateOfCohort.tsx';
import { AggregateOfEveryone } from './aggregate/AggregateOfEveryone.tsx';

const here = '/$dataset/aggregate';

/** The cross-tab, beside the cohort for members who may see one. How it is shown stands in the address. */
export function AggregateScreen() {
  const { dataset } = useParams({ from: here });
  const display = readAnalysisAddress(useSearch({ from: here }));
  const navigate = useNavigate({ from: here });
  const member = useQuery(datasetQuery(dataset)).data;
  if (member === undefined) return null;

  const onDisplay = (change: Partial<AnalysisDisplay>) =>
    void navigate({
      search: (held) => writeAnalysisAddress({ ...readAnalysisAddress(held), ...change }),
      replace: change.view === undefined,
    });
  const Shown = mayOpen('subjects', member) ? AggregateOfCohort : AggregateOfEveryone;
  return <Shown key={dataset} dataset={dataset} display={display} onDisplay={onDisplay} />;
}
