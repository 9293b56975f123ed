import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { renderPortal } from '../../testing/renderPortal.tsx';
import {
  aCreateForm,
  accepted,
  anEditForm,
  aReport,
  aShareForm,
  listReports,
  othersReport,
} from '../../testing/reports.ts';
import { answers, refuses, respondsWith, server } from '../../testing/server.ts';

const rowOf = async (name: string) => {
  const row = (await screen.findByRole('link', { name })).closest('tr');
  if (row === null) throw new Error(`There is no row of ${name}.`);
  return within(row);
};

describe('the list', () => {
  it('shows each report with project, creator, day and sharing, and only one’s own can be changed', async () => {
    listReports();
    renderPortal('/default/reports');
    const own = await rowOf('Girls with Glenn');
    expect(own.getByRole('cell', { name: 'Single ventricle' })).toBeInTheDocument();
    expect(own.getByRole('cell', { name: 'You' })).toBeInTheDocument();
    expect(own.getByRole('cell', { name: 'Oct 2, 2026' })).toBeInTheDocument();
    expect(own.getByRole('cell', { name: 'Only you' })).toBeInTheDocument();
    expect(own.getByText('For the March call')).toBeInTheDocument();
    for (const name of ['Share Girls with Glenn', 'Edit Girls with Glenn', 'Delete Girls with Glenn'])
      expect(own.getByRole('button', { name })).toBeInTheDocument();
    const others = await rowOf('Boys under two');
    expect(others.getByRole('cell', { name: 'Imani Banda' })).toBeInTheDocument();
    expect(others.getByRole('cell', { name: '1 user' })).toBeInTheDocument();
    expect(others.queryByRole('button', { name: /^(Share|Edit|Delete)/ })).not.toBeInTheDocument();
    expect(others.getByRole('link', { name: 'Boys under two' })).toHaveAttribute(
      'href',
      '/default/reports/80',
    );
  });

  it('asks for the category, project, words and order of the address, and keeps them there', async () => {
    const requests = listReports({ count: 60 });
    const { user, router } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: /^Starred/ }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ state: 'starred', page: '1' }));
    expect(router.state.location.search).toEqual({ state: 'starred' });
    await user.click(screen.getByRole('button', { name: /^Single ventricle/ }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ project_id: '5' }));
    expect(requests.at(-1)).not.toHaveProperty('state');
    await user.type(screen.getByRole('searchbox'), 'glenn{Enter}');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ search: 'glenn', project_id: '5' }));
    await user.click(screen.getByRole('button', { name: 'Sort by Name' }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ sort: 'name', sort_direction: '1' }));
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: '2', search: 'glenn' }));
    expect(router.state.location.search).toEqual({ project: 5, search: 'glenn', sort: 'name', page: 2 });
  });

  it('typing goes on while the list is searched, and the words follow the address', async () => {
    const requests = listReports();
    const { user, router } = renderPortal('/default/reports');
    const search = await screen.findByRole('searchbox');
    await user.type(search, 'gle');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ search: 'gle' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ search: 'gle' }));
    expect(search).toHaveFocus();
    await user.type(search, 'nn');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ search: 'glenn' }));
    expect(search).toHaveValue('glenn');
    await act(() => router.navigate({ to: '/$dataset/reports', params: { dataset: 'default' }, search: {} }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });

  it('a star is set at once and sent', async () => {
    listReports();
    const sent: unknown[] = [];
    server.use(
      answers(reportEndpoints.flag, ({ params, body }) => {
        sent.push([params['reportId'], body]);
        return { status: 'complete' as const };
      }),
    );
    const { user } = renderPortal('/default/reports');
    const star = await screen.findByRole('button', { name: 'Star Girls with Glenn' });
    expect(star).toHaveAttribute('aria-pressed', 'false');
    await user.click(star);
    await waitFor(() => expect(sent).toEqual([['73', { add_or_remove: 'add' }]]));
    await user.click(await screen.findByRole('button', { name: 'Remove the star of Boys under two' }));
    await waitFor(() => expect(sent.at(-1)).toEqual(['80', { add_or_remove: 'remove' }]));
  });

  it('a list that cannot be loaded says so and can be tried again', async () => {
    listReports();
    server.use(refuses(reportEndpoints.list, 500, { detail: 'The database is away.' }));
    const { user } = renderPortal('/default/reports');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Reports List failed to load');
    expect(alert).toHaveTextContent('The database is away.');
    listReports();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Girls with Glenn' })).toBeVisible();
  });

  it('a bar of categories that cannot be loaded says so and can be tried again, and the list is there', {
    tags: 'long',
  }, async () => {
    listReports();
    server.use(refuses(reportEndpoints.categories, 500, { detail: 'The database is away.' }));
    const { user } = renderPortal('/default/reports');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The categories could not be loaded. The database is away.');
    expect(await screen.findByRole('link', { name: 'Girls with Glenn' })).toBeVisible();
    listReports();
    await user.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Starred/ })).toBeVisible();
  });

  it('an empty list says how a first report is made, and a search without a hit leads back to all', async () => {
    listReports({ reports: [] });
    const { user, router } = renderPortal('/default/reports');
    expect(await screen.findByText('There are no reports yet')).toBeVisible();
    await user.type(screen.getByRole('searchbox'), 'xyz{Enter}');
    expect(await screen.findByText('No report matches')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all reports' }));
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it('a member without a workspace sees reports and cannot save one', async () => {
    listReports({ member: { canViewWorkspace: false } });
    renderPortal('/default/reports');
    expect(await screen.findByRole('link', { name: 'Girls with Glenn' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Save your cohort' })).not.toBeInTheDocument();
  });

  it('a member who may see aggregates only sees that the page is closed', async () => {
    listReports({ member: { accessLevel: 'agg' } });
    renderPortal('/default/reports');
    expect(await screen.findByText('Your access does not include this page')).toBeVisible();
  });
});

describe('the dialogs', () => {
  it('editing sends everything, and a public report names nobody', async () => {
    listReports();
    const sent: unknown[] = [];
    server.use(
      answers(reportEndpoints.editForm, anEditForm(aReport(), [98])),
      answers(reportEndpoints.edit, ({ body }) => {
        sent.push(body);
        return { ...accepted, reportId: 73 };
      }),
    );
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Edit Girls with Glenn' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit report: Girls with Glenn' }));
    const name = await dialog.findByRole('textbox', { name: /^Name/ });
    await waitFor(() => expect(name).toHaveFocus());
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.clear(name);
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(name, 'Girls');
    expect(dialog.getByText('Imani Banda')).toBeVisible();
    await user.click(dialog.getByRole('checkbox', { name: 'Everyone in this dataset may see it' }));
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(sent).toEqual([{ name: 'Girls', description: 'For the March call', project: 5, public: true }]);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Edit Girls with Glenn' })).toHaveFocus());
  });

  it('shows why the server refuses the form, and keeps the entries', async () => {
    listReports();
    server.use(
      answers(reportEndpoints.editForm, anEditForm()),
      answers(reportEndpoints.edit, {
        status: 'incomplete',
        errors: ['Noor Haddad may not see reports.', ''],
        warnings: [],
      }),
    );
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Edit Girls with Glenn' }));
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    await user.type(name, ' of all ages');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Noor Haddad may not see reports.');
    expect(name).toHaveValue('Girls with Glenn of all ages');
  });

  it('entries are not lost by closing the dialog, and it says so', async () => {
    listReports();
    server.use(answers(reportEndpoints.editForm, anEditForm()));
    const { user } = renderPortal('/default/reports');
    const open = async () => {
      await user.click(await screen.findByRole('button', { name: 'Edit Girls with Glenn' }));
      return screen.findByRole('textbox', { name: /^Name/ });
    };
    await user.type(await open(), '!');
    await user.keyboard('{Escape}');
    expect((await screen.findAllByText(/^What you typed is kept/))[0]).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await open()).toHaveValue('Girls with Glenn!');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Girls with Glenn');
  });

  it('scenario 43: a form that comes as a page of HTML is ‘Report failed to load’, and the list stays', {
    tags: 'long',
  }, async () => {
    listReports();
    server.use(
      respondsWith(reportEndpoints.editForm, () => HttpResponse.html('<h1>Oops</h1>', { status: 500 })),
    );
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Edit Girls with Glenn' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Report failed to load');
    await user.click(screen.getByRole('button', { name: 'Close', hidden: false }));
    expect(screen.getByRole('link', { name: 'Boys under two', hidden: true })).toBeInTheDocument();
  });

  it('scenarios 44 and 45: a form without a project opens, and odd names of projects are shown as they are', {
    tags: 'long',
  }, async () => {
    listReports();
    const odd = `O'Hara; "Heart" & <b>lungs</b>`;
    const form = anEditForm(aReport({ project: null, projectId: null, projectName: '' }));
    server.use(
      answers(reportEndpoints.editForm, {
        ...form,
        data: {
          ...form.data,
          fields: { ...form.data.fields, projectSelection: [{ label: odd, value: 9 }] },
        },
      }),
    );
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Edit Girls with Glenn' }));
    const project = await screen.findByRole('combobox', { name: 'Project' });
    expect(project).toHaveDisplayValue('No project');
    expect(within(project).getByRole('option', { name: odd })).toBeInTheDocument();
  });

  it('sharing replaces with whom a report is shared', async () => {
    listReports();
    const sent: unknown[] = [];
    server.use(
      answers(reportEndpoints.shareForm, aShareForm(aReport(), [98])),
      answers(reportEndpoints.share, ({ body }) => {
        sent.push(body);
        return { ...accepted };
      }),
    );
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Share Girls with Glenn' }));
    expect(await screen.findByRole('textbox', { name: 'Link to the report' })).toHaveValue(
      'https://portal.example/default/reports/73',
    );
    await user.click(screen.getByRole('combobox', { name: 'Share with' }));
    await user.click(await screen.findByRole('option', { name: 'Noor Haddad' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toEqual([{ share_with: [98, 102] }]));
  });

  it('a public report has a note instead of a choice of people', { tags: 'long' }, async () => {
    listReports();
    server.use(answers(reportEndpoints.shareForm, aShareForm(aReport({ public: true }))));
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Share Girls with Glenn' }));
    expect(await screen.findByText(/^This report is public/)).toBeVisible();
    expect(screen.queryByRole('combobox', { name: 'Share with' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('deleting names the report, and the focus is on the heading when its row is gone', async () => {
    listReports();
    server.use(
      answers(reportEndpoints.deleteForm, {
        status: 'incomplete',
        title: 'Delete report',
        errors: [],
        warnings: [],
        data: { report: 'Girls with Glenn' },
      }),
      answers(reportEndpoints.delete, () => {
        listReports({ reports: [othersReport] });
        return { ...accepted };
      }),
    );
    const { user } = renderPortal('/default/reports');
    await user.click(await screen.findByRole('button', { name: 'Delete Girls with Glenn' }));
    expect(await screen.findByText(/^“Girls with Glenn” is deleted/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep it' })).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Delete report' }));
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Girls with Glenn' })).not.toBeInTheDocument(),
    );
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  });
});

describe('saving', () => {
  const openSave = async () => {
    listReports();
    server.use(answers(reportEndpoints.createForm, aCreateForm()));
    const portal = renderPortal('/default/reports');
    await portal.user.click(await screen.findByRole('button', { name: 'Save your cohort' }));
    await screen.findByRole('dialog', { name: 'Create report' });
    return portal;
  };

  it('a new report is sent without the cross-tab unless it is asked for, and the dialog leads to it', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(reportEndpoints.create, ({ body }) => {
        sent.push(body);
        return { ...accepted, reportId: 91 };
      }),
    );
    const { user } = await openSave();
    const name = await screen.findByRole('textbox', { name: /^Name/ });
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.type(name, 'My cohort');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Project' }), 'New project…');
    await user.type(screen.getByRole('textbox', { name: /^Name of the new project/ }), 'March');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const link = await screen.findByRole('link', { name: 'Open the report' });
    expect(link).toHaveAttribute('href', '/default/reports/91');
    expect(link).toHaveFocus();
    expect(sent).toEqual([
      {
        name: 'My cohort',
        description: '',
        project: '',
        project_other: 'March',
        share_with: [],
        with_analysis: false,
      },
    ]);
  });

  it('overwriting takes the form of the chosen report, and says that its query is replaced', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(reportEndpoints.editForm, anEditForm(aReport(), [98])),
      answers(reportEndpoints.edit, ({ params, body }) => {
        sent.push([params['reportId'], body]);
        return { ...accepted, reportId: 73 };
      }),
    );
    const { user } = await openSave();
    await user.click(await screen.findByRole('radio', { name: 'Overwrite a report' }));
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled();
    await user.selectOptions(
      await screen.findByRole('combobox', { name: /^Report to overwrite/ }),
      'Girls with Glenn',
    );
    expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('Girls with Glenn');
    await user.click(screen.getByRole('checkbox', { name: 'Keep the cross-tab too' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText('“Girls with Glenn” is saved', { selector: '[role=dialog] *' }),
    ).toBeVisible();
    expect(sent).toEqual([
      [
        '73',
        {
          name: 'Girls with Glenn',
          description: 'For the March call',
          project: 5,
          share_with: [98],
          with_analysis: true,
          overwrite_query_def_with_active: true,
        },
      ],
    ]);
  });
});
