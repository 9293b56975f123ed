import { PageHeader } from '../../ui/PageHeader.tsx';

export function ResultsScreen() {
  return <PageHeader title="Results" />;
}
