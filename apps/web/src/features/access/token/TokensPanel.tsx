import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Plus } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { tokensQuery } from '../accessQueries.ts';
import { tokenWords as words } from '../accessWords.ts';
import { Loaded } from '../Loaded.tsx';
import { Examples, type ExamplesProps } from './Examples.tsx';
import { NewSecret, NewToken } from './NewToken.tsx';
import { TokenList } from './TokenList.tsx';

/** The state of the panel: only the list, the form of a new token, or the secret of one. */
type Step =
  | { readonly kind: 'list' }
  | { readonly kind: 'form' }
  | { readonly kind: 'made'; readonly name: string; readonly secret: string };

export interface TokensPanelProps extends ExamplesProps {
  readonly hasPassword: boolean;
}

/** Tokens for programs: makes, lists and revokes them, and shows how to use them. */
export function TokensPanel({ hasPassword, dataset, onDataset }: TokensPanelProps) {
  const [step, setStep] = useState<Step>({ kind: 'list' });
  const toList = () => setStep({ kind: 'list' });
  const make = (
    <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setStep({ kind: 'form' })}>
      {words.make}
    </Button>
  );
  return (
    <Stack gap="xl">
      <Section title={words.title} detail={words.detail} actions={step.kind === 'list' && make}>
        {step.kind === 'form' && (
          <NewToken
            hasPassword={hasPassword}
            onMade={(made) => setStep({ kind: 'made', ...made })}
            onCancel={toList}
          />
        )}
        {step.kind === 'made' && <NewSecret name={step.name} secret={step.secret} onStored={toList} />}
        <Tokens />
      </Section>
      <Examples dataset={dataset} onDataset={onDataset} />
    </Stack>
  );
}

function Tokens() {
  return (
    <Loaded query={useQuery(tokensQuery)} failed={words.failed}>
      {(tokens) => <TokenList tokens={tokens} />}
    </Loaded>
  );
}
