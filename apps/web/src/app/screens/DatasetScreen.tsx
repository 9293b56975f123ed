import { PageHeader } from '../../ui/PageHeader.tsx';

export function DatasetScreen() {
  return <PageHeader title="Dataset" />;
}
