import { tokenScopes } from '@atrium/contract';
import { Alert, Button, Card, Checkbox, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { describeError } from '../../../api/apiError.ts';
import { useMakeToken } from './tokenCalls.ts';
import { lifetimes, type TokenValues, tokenSchema } from './tokenSchema.ts';
import { describeScope, tokenWords as words } from './words.ts';

export interface NewTokenProps {
  readonly onMade: (made: { readonly name: string; readonly secret: string }) => void;
  readonly onCancel: () => void;
}

/** Asks what a new token is called, what it may do and when it ends. */
export function NewToken({ onMade, onCancel }: NewTokenProps) {
  const make = useMakeToken();
  const form = useForm<TokenValues>({
    mode: 'uncontrolled',
    initialValues: { name: '', scopes: ['read'], days: '90' },
    validate: schemaResolver(tokenSchema, { sync: true }),
  });
  const submit = form.onSubmit((values) =>
    make.mutate(values, { onSuccess: ({ token, secret }) => onMade({ name: token.name, secret }) }),
  );
  return (
    <Card component="form" onSubmit={submit} noValidate aria-label={words.makeTitle}>
      <Stack gap="md">
        <Title order={3}>{words.makeTitle}</Title>
        {make.isError && (
          <Alert color="red" role="alert">
            {describeError(make.error)}
          </Alert>
        )}
        <TextInput
          label={words.name}
          description={words.nameDetail}
          autoComplete="off"
          autoFocus
          maw="26rem"
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={words.scopes} key={form.key('scopes')} {...form.getInputProps('scopes')}>
          <Stack gap="sm" mt={6}>
            {tokenScopes.map((scope) => (
              <Checkbox
                key={scope}
                value={scope}
                label={describeScope(scope).label}
                description={describeScope(scope).detail}
              />
            ))}
          </Stack>
        </Checkbox.Group>
        <NativeSelect
          label={words.expires}
          maw="12rem"
          data={lifetimes.map((days) => ({ value: days, label: words.days(Number(days)) }))}
          key={form.key('days')}
          {...form.getInputProps('days')}
        />
        <Group gap="sm">
          <Button type="submit" loading={make.isPending}>
            {words.submit}
          </Button>
          <Button variant="default" onClick={onCancel}>
            {words.cancel}
          </Button>
        </Group>
      </Stack>
    </Card>
  );
}
