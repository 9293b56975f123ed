import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aUser } from '../testing/people.ts';
import { renderParts } from '../testing/renderParts.tsx';
import { ApiError } from './apiError.ts';
import { currentUserQuery } from './session.ts';
import { useDraftForm } from './useSentForm.ts';

const person = z.object({ fullName: z.string(), email: z.string() });
type Person = z.infer<typeof person>;

interface GivenForm {
  readonly judge?: typeof person;
  /** Throws where the call is refused. */
  readonly send: (values: Person) => void;
}

function PersonForm({ judge, send }: GivenForm) {
  const form = useDraftForm({
    schema: person,
    about: ['person'],
    start: { fullName: 'Ann', email: '' },
    ...(judge && { judge }),
  });
  const action = useMutation({ mutationFn: async (values: Person) => send(values) });
  return (
    <form noValidate aria-label="A person" onSubmit={form.send(action)}>
      <TextInput label="Full name" {...form.getInputProps('fullName')} />
      <TextInput label="E-mail" {...form.getInputProps('email')} />
      <p role="alert">{form.failure?.message}</p>
      <button type="button" onClick={form.draft.clear}>
        Discard
      </button>
      <button type="submit">Save</button>
    </form>
  );
}

const open = (given: GivenForm) =>
  renderParts(<PersonForm {...given} />, (client) =>
    client.setQueryData(currentUserQuery.queryKey, {
      user: aUser({ id: 1 }),
      platformVersion: '1',
      version: '1',
    }),
  );
const field = (name: string) => screen.getByRole('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

function refuses(detail: string, named?: string): GivenForm['send'] {
  return () => {
    throw new ApiError({ status: 400, detail, code: 'bad_request', field: named });
  };
}

describe('a form that is sent', () => {
  it.each([
    ['in the spelling of the wire', 'full_name'],
    ['in the spelling of the code', 'fullName'],
    ['within another', 'person.full_name'],
  ])('shows a refusal at the field that it names %s, which takes the focus', async (_, named) => {
    const { user } = open({ send: refuses('Full name: must not be empty.', named) });
    await user.click(save());
    expect(await screen.findByText('Must not be empty.')).toBeVisible();
    expect(field('Full name')).toHaveAccessibleDescription('Must not be empty.');
    expect(field('Full name')).toHaveFocus();
    expect(screen.getByRole('alert')).toHaveTextContent(/^$/);
    await user.type(field('Full name'), 'a');
    expect(field('Full name')).not.toHaveAccessibleDescription();
  });

  it.each([
    ['none', undefined],
    ['one that the form does not have', 'username'],
  ])('shows a refusal that names %s beside its button, and keeps what was typed', async (_, named) => {
    const { user } = open({ send: refuses('This account has ended.', named) });
    await user.type(field('E-mail'), 'ann@hearts.example');
    await user.click(save());
    expect(await screen.findByText('This account has ended.')).toBeVisible();
    expect(field('E-mail')).toHaveValue('ann@hearts.example');
  });

  it('is judged before it is sent, and the first field that is wrong takes the focus', async () => {
    const sent: Person[] = [];
    const judge = person.extend({ email: z.string().min(1, 'Enter an address') });
    const { user } = open({ judge, send: (values) => void sent.push(values) });
    await user.click(save());
    expect(field('E-mail')).toHaveAccessibleDescription('Enter an address');
    expect(field('E-mail')).toHaveFocus();
    await user.type(field('E-mail'), 'a@b.example{Enter}');
    expect(sent).toEqual([{ fullName: 'Ann', email: 'a@b.example' }]);
  });

  it('follows its draft: another tab changes it, and discarding it brings back the start (rule 16.10)', async () => {
    const { user } = open({ send: () => {} });
    await user.type(field('E-mail'), 'ann');
    const key = 'atrium-draft 1 person';
    const text = localStorage.getItem(key) ?? '';
    act(() => {
      localStorage.setItem(key, text.replace('"ann"', '"bo"'));
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: '' }));
    });
    expect(field('E-mail')).toHaveValue('bo');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('E-mail')).toHaveValue('');
    expect(localStorage.getItem(key)).toBeNull();
  });

  it('what another tab types is not written back, since that tab may be ahead (rule 16.10)', async () => {
    const { user } = open({ send: () => {} });
    await user.type(field('E-mail'), 'ann');
    const key = 'atrium-draft 1 person';
    const text = localStorage.getItem(key) ?? '';
    // Writing it again would spell it without the space.
    const typedThere = `${text.replace('"ann"', '"bo"')} `;
    act(() => {
      localStorage.setItem(key, typedThere);
      window.dispatchEvent(new StorageEvent('storage', { key, newValue: '' }));
    });
    expect(field('E-mail')).toHaveValue('bo');
    expect(localStorage.getItem(key)).toBe(typedThere);
  });
});
