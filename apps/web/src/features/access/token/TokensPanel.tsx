import { Button, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { tokensQuery } from '../queries.ts';
import { Examples, type ExamplesProps } from './Examples.tsx';
import { NewSecret } from './NewSecret.tsx';
import { NewToken } from './NewToken.tsx';
import { TokenList } from './TokenList.tsx';
import { tokenWords as words } from './words.ts';

/** What the panel is doing: nothing, asking for a new token, or showing the secret of one. */
type Step =
  | { readonly kind: 'rest' }
  | { readonly kind: 'asking' }
  | { readonly kind: 'made'; readonly name: string; readonly secret: string };

/** Tokens for programs: make, list, revoke, and how to use them. */
export function TokensPanel({ dataset, onDataset }: ExamplesProps) {
  const [step, setStep] = useState<Step>({ kind: 'rest' });
  const rest = () => setStep({ kind: 'rest' });
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setStep({ kind: 'asking' })}>
      {words.make}
    </Button>
  );
  return (
    <Stack gap="xl">
      <Section title={words.title} detail={words.detail} actions={step.kind === 'rest' && make}>
        {step.kind === 'asking' && (
          <NewToken onMade={(made) => setStep({ kind: 'made', ...made })} onCancel={rest} />
        )}
        {step.kind === 'made' && <NewSecret name={step.name} secret={step.secret} onStored={rest} />}
        <Tokens />
      </Section>
      <Examples dataset={dataset} onDataset={onDataset} />
    </Stack>
  );
}

function Tokens() {
  const { data, error, refetch } = useQuery(tokensQuery);
  if (data !== undefined) return <TokenList tokens={data} />;
  if (error === null) return <Skeleton h={120} radius="lg" />;
  return (
    <StateMessage
      kind="error"
      title={words.failed}
      detail={describeError(error)}
      onRetry={() => void refetch()}
    />
  );
}
