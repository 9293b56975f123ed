import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { assistantTerms } from '@atrium/contract/wire/assistant';
import { Alert, Button, Card, Checkbox, List, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useSentForm } from '../../../api/useSentForm.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { TriangleAlert } from '../../../ui/icons.ts';
import { assistantsQuery } from '../accessQueries.ts';
import { assistantWords as words } from './assistantWords.ts';

const schema = z.object({
  name: z.string().trim().min(1, words.missingName).max(100, words.longName),
  consents: z.boolean().refine((consents) => consents, words.missingConsent),
});

interface AllowAssistantProps {
  readonly onAllowed: (made: { readonly name: string; readonly secret: string }) => void;
}

/** The terms, the consent to them, and the button that allows a program. */
export function AllowAssistant({ onAllowed }: AllowAssistantProps) {
  const allow = useAllowAssistant();
  const form = useSentForm<z.infer<typeof schema>>({
    start: { name: '', consents: false },
    judge: schema,
    fieldOfCode: {},
  });
  const submit = form.send(allow, ({ assistant, secret }) => onAllowed({ name: assistant.name, secret }));
  return (
    <Card component="form" onSubmit={submit} noValidate aria-label={words.title}>
      <Stack gap="md">
        <Alert color="orange" icon={<TriangleAlert size={18} aria-hidden />} title={words.termsTitle}>
          <List size="sm" spacing="xs">
            {words.terms.map((term) => (
              <List.Item key={term}>{term}</List.Item>
            ))}
          </List>
        </Alert>
        <FailedAlert says={form.failure && describeError(form.failure)} />
        <TextInput
          label={words.name}
          description={words.nameDetail}
          autoComplete="off"
          maw="26rem"
          {...form.getInputProps('name')}
        />
        <Checkbox label={words.consent} {...form.getInputProps('consents', { type: 'checkbox' })} />
        <Text size="sm">{words.ends}</Text>
        <Button type="submit" loading={allow.isPending} style={{ alignSelf: 'flex-start' }}>
          {words.allow}
        </Button>
      </Stack>
    </Card>
  );
}

/** Allows a program. The reply is the only place that ever has its secret. */
function useAllowAssistant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name }: { readonly name: string }) =>
      request(assistantEndpoints.allow, { body: { name, terms: assistantTerms } }),
    onSuccess: () => client.invalidateQueries({ queryKey: assistantsQuery.queryKey }),
    gcTime: 0,
  });
}
