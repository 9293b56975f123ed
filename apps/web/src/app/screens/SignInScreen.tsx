import { PageHeader } from '../../ui/PageHeader.tsx';

export function SignInScreen() {
  return <PageHeader title="SignIn" />;
}
