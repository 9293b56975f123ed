import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { sshKeyEndpoints } from '@atrium/contract/endpoints/sshKey';
import type { SshKey } from '@atrium/contract/wire/sshKey';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { words } from '../../features/sshKey/sshKeyWords.ts';
import { aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';

const aKey = (given: Partial<SshKey> = {}): SshKey => ({
  id: 1,
  name: 'ada@laptop',
  type: 'rsa',
  bits: 4096,
  fingerprint: `SHA256:${'a'.repeat(43)}`,
  addedAt: '2026-11-02T09:00:00Z',
  lastUsedAt: null,
  ...given,
});
const line = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 ada@laptop';

beforeEach(() => {
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), platformVersion: 'v6.5.3', version: '1.0.0' }),
    answers(catalogueEndpoints.datasets, { datasets: [] }),
  );
});

const typed = async (user: ReturnType<typeof renderPortal>['user'], text: string) => {
  const field = await screen.findByRole('textbox', { name: words.key });
  await user.clear(field);
  await user.click(field);
  await user.paste(text);
  await user.click(screen.getByRole('button', { name: words.send }));
  return field;
};

describe('the form of an SSH key', () => {
  it('that was sent is empty, says so, and the key is in the list', async () => {
    let keys: readonly SshKey[] = [];
    const sent: unknown[] = [];
    server.use(
      answers(sshKeyEndpoints.list, () => ({ keys: [...keys] })),
      answers(sshKeyEndpoints.send, ({ body }) => {
        sent.push(body);
        keys = [aKey()];
        return { status: 'sent' as const, key: aKey() };
      }),
    );
    const { user } = renderPortal('/ssh');
    expect(await screen.findByText(words.none)).toBeInTheDocument();
    const field = await typed(user, ` ${line}\n`);
    expect(await screen.findByText('Message Sent!')).toBeInTheDocument();
    expect(field).toHaveValue('');
    expect(sent).toEqual([{ ssh_key: line }]);
    const list = within(await screen.findByRole('list', { name: words.list }));
    for (const text of ['ada@laptop', aKey().fingerprint, 'RSA, 4096 bits', 'No use known'])
      expect(list.getByText(text)).toBeInTheDocument();
  });

  it('that failed keeps the text, says whom to write to, and why', async () => {
    server.use(
      answers(sshKeyEndpoints.list, { keys: [] }),
      refuses(sshKeyEndpoints.send, 400, {
        detail: 'ssh_key: has 2048 bits.',
        code: 'bad_request',
        field: 'ssh_key',
      }),
    );
    const { user } = renderPortal('/ssh');
    const field = await typed(user, line);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'An error has occured, please email the operators of the portal',
    );
    expect(field).toHaveValue(line);
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(/The key has 2048 bits\./);
  });

  it.each([
    ['nothing', '  ', words.missing],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----', words.isPrivate],
  ])('does not send %s', async (_what, text, problem) => {
    server.use(answers(sshKeyEndpoints.list, { keys: [] }));
    const { user } = renderPortal('/ssh');
    const field = await typed(user, text);
    expect(field).toHaveAccessibleDescription(new RegExp(problem.slice(0, 30)));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the list of keys', () => {
  it('lets one be replaced and one be deleted, each after asking', async () => {
    const done: string[] = [];
    server.use(
      answers(sshKeyEndpoints.list, { keys: [aKey()] }),
      answers(sshKeyEndpoints.replace, ({ params, body }) => {
        done.push(`replace ${params['keyId']} ${JSON.stringify(body)}`);
        return { status: 'sent' as const, key: aKey() };
      }),
      answers(sshKeyEndpoints.delete, ({ params }) => {
        done.push(`delete ${params['keyId']}`);
        return { status: 'complete' as const };
      }),
    );
    const { user } = renderPortal('/ssh');
    await user.click(await screen.findByRole('button', { name: 'Replace ada@laptop' }));
    const replace = within(await screen.findByRole('dialog'));
    await user.click(replace.getByRole('textbox', { name: words.key }));
    await user.paste(line);
    await user.click(replace.getByRole('button', { name: words.replaceSubmit }));
    await waitFor(() => expect(done).toEqual([`replace 1 {"ssh_key":"${line}"}`]));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    await user.click(screen.getByRole('button', { name: 'Delete ada@laptop' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: words.delete }));
    await waitFor(() => expect(done.at(-1)).toBe('delete 1'));
  });

  it('that fails to load says so', { tags: 'long' }, async () => {
    server.use(refuses(sshKeyEndpoints.list, 503, { detail: 'The database is away.' }));
    renderPortal('/ssh');
    expect(await screen.findByText('The database is away.')).toBeInTheDocument();
  });
});
