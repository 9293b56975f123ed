import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { EditableArticle } from '@atrium/contract/endpoints/adminNews';
import type { SupportRequest } from '@atrium/contract/endpoints/adminSupport';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { DictionaryRoom } from '@atrium/contract/wire/adminData';
import { noDictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, server } from '../../testing/server.ts';

type Portal = ReturnType<typeof renderPortal>;

const at = '2026-09-14T08:00:00Z';
const anArticle: EditableArticle = {
  id: 41,
  slug: 'freeze',
  title: 'Spring data freeze',
  source: 'It is here.',
  body: '<p>It is here.</p>',
  created: at,
  tags: [],
  state: 'draft',
  audience: 'public',
  version: 3,
};
const aRequest: SupportRequest = {
  id: 5,
  sentAt: at,
  email: 'ann@hearts.example',
  account: null,
  subject: 'Counts',
  message: 'They differ.',
  state: 'open',
  mailedAt: null,
  answers: [],
  canAnswer: true,
};
const texts = {
  title: 'Sex',
  titlePlural: 'Sexes',
  description: '',
  category: null,
  uses: [],
  hasPhi: false,
  isAggregatable: true,
  isPublished: true,
  prefilter: null,
};
const aDictionary: DictionaryRoom = {
  dataset: 'tiny',
  release: 5,
  number: 5,
  state: 'live',
  dataOf: 1,
  isEditable: true,
  keepsDictionary: true,
  concepts: [{ id: 'sex', collection: 'person', type: 'category', ...texts, given: texts }],
  collections: [],
  categories: [],
  edits: noDictionaryEdits,
};
beforeEach(() => {
  server.use(
    answers(accessEndpoints.currentUser, {
      user: aUser({ id: 1, isStaff: true }),
      platformVersion: 'v6.5.3',
      version: 'v6.5.3',
    }),
    answers(catalogueEndpoints.datasets, { datasets: [] }),
    answers(adminEndpoints.accounts.list, { count: 0, results: [] }),
    answers(adminEndpoints.news.article, anArticle),
    answers(adminEndpoints.news.preview, { body: '' }),
    answers(adminEndpoints.news.tags, { count: 0, results: [] }),
    answers(adminEndpoints.support.request, aRequest),
    answers(adminEndpoints.data.dictionary.show, aDictionary),
  );
});

interface Form {
  readonly what: string;
  readonly address: string;
  /** Opens the form where its address alone does not. */
  readonly open?: (portal: Portal) => Promise<void>;
  readonly field: string | RegExp;
}

const forms: readonly Form[] = [
  { what: 'a message to the support', address: '/support', field: /^Message/ },
  { what: 'an answer to it', address: '/pcgc/admin/support/5', field: 'Your answer' },
  { what: 'a new article', address: '/pcgc/admin/news/new', field: /^Title/ },
  { what: 'an article', address: '/pcgc/admin/news/41', field: 'Text' },
  { what: 'the dictionary', address: '/pcgc/admin/dictionary/tiny.5', field: 'Title of sex' },
  {
    what: 'an invitation',
    address: '/pcgc/admin/accounts',
    open: async ({ user }) => user.click(await screen.findByRole('button', { name: /^Invite/ })),
    field: /^User name/,
  },
];

const fieldOf = ({ field }: Form) => screen.findByRole('textbox', { name: field });
const left = 'What you typed is kept. Open it again to go on.';

const typed = 'what is typed into $what';
describe.each(forms.slice(0, 2))(typed, testsOf);
describe.each(forms.slice(2))(typed, { tags: 'long' }, testsOf);

function testsOf(form: (typeof forms)[number]): void {
  async function open() {
    const portal = renderPortal(form.address);
    await form.open?.(portal);
    return { ...portal, field: await fieldOf(form) };
  }

  it('is there after a reload, until it is discarded, and leaving says so (rules 16.10 and 16.11)', async () => {
    const first = await open();
    const before =
      first.field instanceof HTMLTextAreaElement || first.field instanceof HTMLInputElement
        ? first.field.value
        : '';
    await first.user.type(first.field, ' and more');
    expect(await screen.findByText(/^Not saved yet/)).toBeVisible();
    if (form.open === undefined) act(() => first.router.history.push('/pcgc/admin/nothing'));
    else await first.user.keyboard('{Escape}');
    expect((await screen.findAllByText(left))[0]).toBeVisible();
    first.unmount();
    const { user, field } = await open();
    expect(field).toHaveValue(`${before} and more`);
    expect(await screen.findByText('Your draft was restored.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(await fieldOf(form)).toHaveValue(before);
  });
}

it('a sign-out asks before it discards drafts (rule 16.11)', async () => {
  server.use(answers(accessEndpoints.signOut, { status: 'complete' }));
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  const { user } = renderPortal('/support');
  await user.type(await screen.findByRole('textbox', { name: /^Message/ }), 'They differ.');
  const signOut = async () => {
    await user.click(await screen.findByRole('button', { name: 'Marisol Reyes' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    return screen.findByRole('dialog', { name: /discard what you typed/ });
  };
  const asked = await signOut();
  expect(asked).toHaveTextContent('1 draft that you have not saved will be discarded');
  await user.click(within(asked).getByRole('button', { name: 'Stay signed in' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(assign).not.toHaveBeenCalled();
  expect(screen.getByRole('textbox', { name: /^Message/ })).toHaveValue('They differ.');
  await user.click(within(await signOut()).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith('/'));
  expect(JSON.stringify({ ...localStorage })).not.toContain('They differ.');
});

it('what was typed into an article that somebody else saved meanwhile stays, and is sent as of its own version', async () => {
  const sent: unknown[] = [];
  const first = renderPortal('/pcgc/admin/news/41');
  await first.user.type(await screen.findByRole('textbox', { name: 'Text' }), ' At last.');
  first.unmount();
  server.use(
    answers(adminEndpoints.news.article, { ...anArticle, source: 'Theirs.', version: 4 }),
    answers(adminEndpoints.news.edit, ({ body }) => {
      sent.push(body);
      return anArticle;
    }),
  );
  const { user } = renderPortal('/pcgc/admin/news/41');
  expect(await screen.findByRole('textbox', { name: 'Text' })).toHaveValue('It is here. At last.');
  expect(screen.getByText(/^Somebody has saved another version/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Save as a draft' }));
  await waitFor(() =>
    expect(sent).toContainEqual(expect.objectContaining({ source: 'It is here. At last.', version: 3 })),
  );
});

it('the review of a dictionary shows what is there now beside what comes', async () => {
  server.use(
    answers(adminEndpoints.data.dictionary.check, { widening: [], endangered: [], changed: ['sex'] }),
  );
  const { user } = renderPortal('/pcgc/admin/dictionary/tiny.5');
  const title = await screen.findByRole('textbox', { name: 'Title of sex' });
  await user.type(title, ' at birth');
  await user.click(screen.getByRole('button', { name: 'Review and save' }));
  const table = await screen.findByRole('table', { name: 'Old beside new' });
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => [...row.children].map((cell) => cell.textContent)),
  ).toEqual([
    ['Concept or category', 'What', 'Now', 'New'],
    ['Sex', 'Title', 'Sex', 'Sex at birth'],
  ]);
});
