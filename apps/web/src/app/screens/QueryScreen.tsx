import { PageHeader } from '../../ui/PageHeader.tsx';

export function QueryScreen() {
  return <PageHeader title="Query" />;
}
