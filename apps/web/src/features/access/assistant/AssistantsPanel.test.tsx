import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { type Assistant, assistantTerms } from '@atrium/contract/wire/assistant';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, server } from '../../../testing/server.ts';
import { AssistantsPanel } from './AssistantsPanel.tsx';

const mine: Assistant = {
  id: 7,
  name: 'my chat',
  createdAt: '2026-11-27T09:00:00Z',
  expiresAt: '2026-11-27T17:00:00Z',
  lastUsedAt: null,
};

it('a program is allowed after the terms are ticked, and its token is shown once (rule 14.80)', async () => {
  const secret = `atrium_${'x'.repeat(43)}`;
  const sent: unknown[] = [];
  server.use(
    answers(assistantEndpoints.list, () => ({ assistants: sent.length === 0 ? [] : [mine] })),
    answers(assistantEndpoints.allow, ({ body }) => {
      sent.push(body);
      return { assistant: mine, secret };
    }),
  );
  const { user } = renderParts(<AssistantsPanel origin="https://portal.example" />);
  expect(await screen.findByText(/must not be given to public models/)).toBeVisible();
  expect(screen.getByText(/Only what your data use agreement allows/)).toBeVisible();
  expect(screen.getByText('https://portal.example/api/mcp')).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'Name of the program' }), 'my chat');
  await user.click(screen.getByRole('button', { name: 'Allow for this session' }));
  expect(await screen.findByText('Tick this to allow the program')).toBeVisible();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('checkbox', { name: /I have read this/ }));
  await user.click(screen.getByRole('button', { name: 'Allow for this session' }));
  expect(await screen.findByRole('textbox', { name: 'Token' })).toHaveValue(secret);
  expect(sent).toEqual([{ name: 'my chat', terms: assistantTerms }]);
  await user.click(screen.getByRole('button', { name: 'I have stored it' }));
  expect(screen.queryByDisplayValue(secret)).toBeNull();
});

it('a program that is allowed can be ended', async () => {
  let assistants = [mine];
  server.use(
    answers(assistantEndpoints.list, () => ({ assistants })),
    answers(accessEndpoints.revokeToken, ({ params }) => {
      expect(params['tokenId']).toBe('7');
      assistants = [];
      return { status: 'complete' as const };
    }),
  );
  const { user } = renderParts(<AssistantsPanel origin="https://portal.example" />);
  const list = await screen.findByRole('list', { name: 'Allowed now' });
  expect(within(list).getByText('my chat')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'End my chat' }));
  await waitFor(() => expect(screen.getByText('No program is allowed now.')).toBeVisible());
});
