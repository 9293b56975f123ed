import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { tokenScopes } from '@atrium/contract/wire/apiToken';
import {
  Alert,
  Button,
  Card,
  Checkbox,
  Group,
  NativeSelect,
  PasswordInput,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useSentForm } from '../../../api/useSentForm.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { KeyRound } from '../../../ui/icons.ts';
import { tokensQuery } from '../accessQueries.ts';
import { describeScope, tokenWords as words } from '../accessWords.ts';

export interface NewTokenProps {
  /** Whether the account has a password here, which is asked for again. */
  readonly hasPassword: boolean;
  readonly onMade: (made: { readonly name: string; readonly secret: string }) => void;
  readonly onCancel: () => void;
}

/** The form of a new token: its name, what it may do, when it ends, and the password of the account. */
export function NewToken({ hasPassword, onMade, onCancel }: NewTokenProps) {
  const make = useMakeToken();
  const form = useSentForm<TokenValues>({
    start: { name: '', scopes: ['read'], days: '90', password: '' },
    judge: hasPassword ? withPassword : tokenSchema,
    fieldOfCode: { bad_credentials: 'password' },
  });
  const submit = form.send(make, ({ token, secret }) => onMade({ name: token.name, secret }));
  return (
    <Card component="form" onSubmit={submit} noValidate aria-label={words.makeTitle}>
      <Stack gap="md">
        <Title order={3}>{words.makeTitle}</Title>
        <FailedAlert says={form.failure && describeError(form.failure)} />
        <TextInput
          label={words.name}
          description={words.nameDetail}
          autoComplete="off"
          autoFocus
          maw="26rem"
          {...form.getInputProps('name')}
        />
        <Checkbox.Group label={words.scopes} {...form.getInputProps('scopes')}>
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
          {...form.getInputProps('days')}
        />
        {hasPassword ? (
          <PasswordInput
            label={words.password}
            description={words.passwordDetail}
            autoComplete="current-password"
            maw="26rem"
            visibilityToggleButtonProps={{ 'aria-label': words.showPassword }}
            {...form.getInputProps('password')}
          />
        ) : (
          <Text size="sm">{words.signInDetail}</Text>
        )}
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

export interface NewSecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onStored: () => void;
}

/** Shows the secret of a new token. It is shown only this once. */
export function NewSecret({ name, secret, onStored }: NewSecretProps) {
  return (
    <Alert
      color="orange"
      title={words.madeTitle(name)}
      icon={<KeyRound size={18} aria-hidden />}
      role="group"
    >
      <Stack gap="sm" p={3}>
        <Text size="sm">{words.madeDetail}</Text>
        <Group gap="sm" align="end">
          <TextInput
            label={words.secret}
            value={secret}
            readOnly
            autoFocus
            autoComplete="off"
            spellCheck={false}
            flex="1 1 18rem"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyText text={secret} label={words.copy} done={words.copied} />
          <Button variant="default" onClick={onStored}>
            {words.stored}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** Days after which a token ends. */
const lifetimes = ['7', '30', '90', '180', '365'] as const;

/** What is checked before the form is sent. */
const tokenSchema = z.object({
  name: z.string().trim().min(1, words.missingName).max(100, words.longName),
  scopes: z.array(z.enum(tokenScopes)).min(1, words.missingScope),
  days: z.enum(lifetimes),
  password: z.string(),
});
const withPassword = tokenSchema.extend({ password: z.string().min(1, words.missingPassword) });
type TokenValues = z.infer<typeof tokenSchema>;

/** Makes a token. The reply is the only place that ever has its secret. */
function useMakeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, scopes, days, password }: TokenValues) =>
      request(accessEndpoints.makeToken, {
        body: { name, scopes, expiresInDays: Number(days), ...(password === '' ? {} : { password }) },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: tokensQuery.queryKey }),
    gcTime: 0,
  });
}
