import type { SignInOptions } from '@atrium/contract/wire/access';
import type { FactorWay, SecondStep as Step } from '@atrium/contract/wire/secondFactor';
import { Alert, Container, Divider, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '../../api/session.ts';
import { describeEnd, describeProblem, signInWords as words } from '../../features/access/accessWords.ts';
import { secondStepWords } from '../../features/access/factor/factorWords.ts';
import { SecondStep } from '../../features/access/factor/SecondStep.tsx';
import { ProviderButtons } from '../../features/access/ProviderButtons.tsx';
import { SignInForm } from '../../features/access/SignInForm.tsx';
import { SignInNotice } from '../../features/access/SignInNotice.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { CircleAlert, Clock } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { site } from '../site.ts';

const route = getRouteApi('/login');
/** Assumed of a portal that does not say with what the second step is done. */
const onlyApp: readonly FactorWay[] = ['app'];
/** Assumed of a portal that names no ways to sign in. */
const onlyLocal: SignInOptions = { local: true, providers: [] };

/** Offers the site's ways to sign in, then goes to the page that the visitor wanted. */
export function SignInScreen() {
  const { returnTo = '/' } = route.useSearch();
  const { data } = useQuery(currentUserQuery);
  const [holds, setHolds] = useState(false);
  if (data?.user && !holds) return <Onward href={returnTo} />;
  const step = holds ? 'set_up' : data?.secondStep;
  const ways = data?.secondStepWays ?? onlyApp;
  return (
    <Container size={step === 'set_up' ? '36rem' : '27rem'} w="100%" py={{ base: 'lg', sm: '4rem' }}>
      <Paper withBorder shadow="md" p={{ base: 'lg', sm: 'xl' }}>
        <Stack gap="lg">
          <BrandMark size={44} />
          {step ? (
            <>
              <PageHeader {...headerOf(step, ways)} />
              <SecondStep step={step} ways={ways} onHold={setHolds} />
            </>
          ) : (
            <FirstStep returnTo={returnTo} options={data?.signIn ?? onlyLocal} />
          )}
        </Stack>
      </Paper>
    </Container>
  );
}

const headerOf = (step: Step, ways: readonly FactorWay[]) =>
  step === 'show'
    ? { title: secondStepWords.title(ways), description: secondStepWords.detail }
    : { title: secondStepWords.setUpTitle, description: secondStepWords.setUpDetail };

interface FirstStepProps {
  readonly returnTo: string;
  readonly options: SignInOptions;
}

/** The ways to sign in that the site offers. */
function FirstStep({ returnTo, options: { local, providers } }: FirstStepProps) {
  return (
    <>
      <PageHeader title={words.title} description={descriptionOf(returnTo, local)} />
      <SignInNotice text={site.signInNotice} />
      <Notices />
      {providers.length > 0 && <ProviderButtons providers={providers} returnTo={returnTo} />}
      {local && providers.length > 0 && <Divider label={words.or} />}
      {local && <SignInForm />}
      {!local && providers.length === 0 && (
        <Alert color="red" title={words.closed} icon={<CircleAlert size={18} aria-hidden />}>
          {words.closedDetail}
        </Alert>
      )}
    </>
  );
}

function descriptionOf(returnTo: string, local: boolean): string {
  if (returnTo !== '/') return words.detailOfReturn;
  return local ? words.detail(site.title) : words.detailOfProviders;
}

/** Says that a sign-in failed, or that the session ended. */
function Notices() {
  const { error, ended } = route.useSearch();
  if (error !== undefined)
    return (
      <Alert color="red" title={words.failed} icon={<CircleAlert size={18} aria-hidden />} role="alert">
        {describeProblem(error)}
      </Alert>
    );
  if (ended === undefined) return null;
  return (
    <Alert title={words.ended} icon={<Clock size={18} aria-hidden />} role="status">
      {describeEnd(ended)}
    </Alert>
  );
}

/** Replaces the sign-in page by any page of this site. */
function Onward({ href }: { readonly href: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(href), [history, href]);
  return null;
}
