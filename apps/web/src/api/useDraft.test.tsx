import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { createTestClient } from '../testing/clients.ts';
import { aUser } from '../testing/people.ts';
import { countDrafts, type DraftPlace, forgetDrafts, keepOnlyDraftsOf } from './drafts.ts';
import { currentUserQuery } from './session.ts';
import { keptDraft, useDraft } from './useDraft.ts';

const schema = z.object({ title: z.string(), text: z.string() });
const empty = { title: '', text: '' };

interface Opened {
  readonly account?: number;
  readonly base?: number;
  readonly place?: DraftPlace;
}

/** A form in a page that has just been loaded. */
function open({ account = 1, ...given }: Opened = {}) {
  const client = createTestClient();
  client.setQueryData(currentUserQuery.queryKey, {
    user: aUser({ id: account }),
    platformVersion: '1.0.0',
    version: '1.0.0',
  });
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, unmount } = renderHook(
    () => useDraft({ schema, about: ['article', 7], start: empty, ...given }),
    { wrapper },
  );
  return { draft: () => result.current, unmount };
}

function leaveTyped(given: Opened = {}) {
  const { draft, unmount } = open(given);
  act(() => draft().change({ text: 'What we found' }));
  unmount();
}

/** What another tab did to the storage that all tabs share. */
const inOtherTab = (change: () => void, event: StorageEventInit): void =>
  act(() => {
    change();
    window.dispatchEvent(new StorageEvent('storage', event));
  });
const key = 'atrium-draft 1 article 7';

it('what was typed is there again when the form opens again, until it is discarded (rule 16.10)', () => {
  leaveTyped();
  const { draft, unmount } = open();
  expect(draft()).toMatchObject({ isChanged: true, isRestored: true, isKept: true, isOutdated: false });
  expect(draft().value).toEqual({ title: '', text: 'What we found' });
  act(() => draft().clear());
  expect(draft()).toMatchObject({ value: empty, isChanged: false, isRestored: false });
  unmount();
  expect(open().draft().value).toEqual(empty);
});

it('a form that says again what it began with is no draft', () => {
  const { draft } = open();
  act(() => draft().change({ text: 'a' }));
  act(() => draft().change({ text: '' }));
  expect(countDrafts()).toBe(0);
});

it('another account neither sees a draft nor finds it in the storage', () => {
  leaveTyped();
  expect(open({ account: 2 }).draft().value).toEqual(empty);
  act(() => keepOnlyDraftsOf(2));
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('What we found');
  expect(open().draft().value).toEqual(empty);
});

it('a sign-out forgets the drafts of this tab, and tells the others', () => {
  leaveTyped();
  leaveTyped({ place: 'tab' });
  const setItem = vi.spyOn(window.localStorage, 'setItem');
  forgetDrafts();
  expect(countDrafts()).toBe(0);
  expect(setItem).toHaveBeenCalledWith('atrium-drafts-forgotten', '1');
  leaveTyped({ place: 'tab' });
  inOtherTab(() => {}, { key: 'atrium-drafts-forgotten', newValue: '1' });
  expect(countDrafts()).toBe(0);
});

it('what was left for 30 days is forgotten, and not before', () => {
  leaveTyped();
  const days = (count: number) => Date.now() + count * 24 * 60 * 60_000;
  vi.spyOn(Date, 'now').mockReturnValueOnce(days(29));
  keepOnlyDraftsOf(1);
  expect(countDrafts()).toBe(1);
  vi.spyOn(Date, 'now').mockReturnValueOnce(days(31));
  keepOnlyDraftsOf(1);
  expect(countDrafts()).toBe(0);
});

it('two tabs have the same draft: what one types, saves or discards, the other shows', () => {
  const { draft } = open();
  const typed = JSON.stringify({ at: 1, base: '', value: { title: 'Theirs', text: '' } });
  inOtherTab(() => localStorage.setItem(key, typed), { key });
  expect(draft()).toMatchObject({ value: { title: 'Theirs' }, isChanged: true });
  act(() => draft().change({ text: 'mine' }));
  expect(draft().value).toEqual({ title: 'Theirs', text: 'mine' });
  inOtherTab(() => localStorage.removeItem(key), { key });
  expect(draft().value).toEqual(empty);
});

it('values of data are kept in the tab, and never where other tabs find them', () => {
  leaveTyped({ place: 'tab' });
  expect(localStorage).toHaveLength(0);
  expect(open({ place: 'tab' }).draft().value.text).toBe('What we found');
  expect(open().draft().value).toEqual(empty);
});

it('a draft of an earlier version stays, says so, and goes on from the version that is stored now', () => {
  leaveTyped({ base: 3 });
  const { draft } = open({ base: 4 });
  expect(draft()).toMatchObject({ isOutdated: true, base: '3', value: { text: 'What we found' } });
  act(() => draft().rebase());
  expect(draft()).toMatchObject({ isOutdated: false, base: '4', value: { text: 'What we found' } });
});

it('what is typed while an earlier text is being saved stays', () => {
  const { draft } = open();
  act(() => draft().change({ text: 'sent' }));
  const sent = draft().value;
  act(() => draft().change({ text: 'sent, and more' }));
  act(() => draft().saved(sent));
  expect(draft().value.text).toBe('sent, and more');
  act(() => draft().saved(draft().value));
  expect(draft().isChanged).toBe(false);
});

it('where the browser has no room the page still holds what was typed, and asks before it is closed', () => {
  vi.spyOn(window.localStorage, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  leaveTyped();
  const { draft } = open();
  expect(draft()).toMatchObject({ value: { text: 'What we found' }, isKept: false });
  const closing = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closing);
  expect(closing.defaultPrevented).toBe(true);
  act(() => draft().clear());
  const closingLater = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(closingLater);
  expect(closingLater.defaultPrevented).toBe(false);
});

it.each(['', '{', '{"at":1,"base":"","value":{"title":1}}'])('%o is no draft', (stored) => {
  localStorage.setItem(key, stored);
  expect(open().draft().value).toEqual(empty);
});

it('staged edits are kept under their key, and without one nothing is', () => {
  const names = z.object({ names: z.array(z.string()) });
  const kept = () => keptDraft(names, 'atrium-draft 1 columns');
  kept().write({ names: ['a'] });
  expect(kept().read()).toEqual({ names: ['a'] });
  kept().clear();
  expect(kept().read()).toBeNull();
  keptDraft(names, undefined).write({ names: ['a'] });
  expect(sessionStorage).toHaveLength(0);
});
