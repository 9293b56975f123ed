import { PageHeader } from '../../ui/PageHeader.tsx';

export function HomeScreen() {
  return <PageHeader title="Home" />;
}
