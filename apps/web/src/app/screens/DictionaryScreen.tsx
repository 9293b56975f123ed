import { Container } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { Dictionary } from '../../features/dictionary/Dictionary.tsx';

const route = getRouteApi('/$dataset/dictionary');

/** The dictionary of a dataset; what is searched for is part of the address. */
export function DictionaryScreen() {
  const params = route.useParams();
  const { search = '' } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: dataset } = useSuspenseQuery(datasetQuery(params.dataset));
  return (
    <Container size="lg" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Dictionary
        key={params.dataset}
        dataset={dataset}
        search={search}
        onSearch={(words) => void navigate({ search: words === '' ? {} : { search: words }, replace: true })}
      />
    </Container>
  );
}
