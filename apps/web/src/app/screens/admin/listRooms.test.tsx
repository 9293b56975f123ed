import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aUser } from '../../../testing/people.ts';
import { renderPortal } from '../../../testing/renderPortal.tsx';
import { answers, server } from '../../../testing/server.ts';

const version = { platformVersion: 'v6.5.3', version: 'v6.5.3' };
const { questions, usage, groups } = adminEndpoints;

beforeEach(() =>
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser({ isStaff: true }), ...version }),
    answers(catalogueEndpoints.datasets, { datasets: [] }),
  ),
);

describe('a room that is a list', () => {
  it('asks for what its address names, in the words of the call, and shows what comes with the rows', async () => {
    const asked: unknown[] = [];
    server.use(
      answers(questions.list, ({ query }) => {
        asked.push(query);
        return { count: 0, results: [], dropped: 2, keptDays: 14 };
      }),
    );
    renderPortal('/pcgc/admin/questions?day=2026-05-02&who=ann&sort=-ms&other=1');
    expect(await screen.findByText('Kept for 14 days.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Slowest first' })).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByText('Nothing matches')).toBeVisible();
    expect(asked).toEqual([
      {
        since: new Date(2026, 4, 2).toISOString(),
        until: new Date(2026, 4, 3).toISOString(),
        who: 'ann',
        sort: 'ms',
        sort_direction: '-1',
        page_size: '50',
      },
    ]);
  });

  it('asks for what a filter has by default, and shows it', async () => {
    const asked: Readonly<Record<string, string>>[] = [];
    server.use(
      answers(usage.months, { months: [] }),
      answers(usage.list, ({ query }) => {
        asked.push(query);
        return { count: 0, results: [] };
      }),
    );
    renderPortal('/pcgc/admin/usage?until=2026-05');
    expect(await screen.findByLabelText('To')).toHaveValue('2026-05');
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(screen.getByLabelText('From')).toHaveValue(asked[0]?.['since']);
    expect(asked[0]).toMatchObject({ until: '2026-05', since: expect.stringMatching(/^\d{4}-\d\d$/) });
  });

  it('opens the dialog of a row by a button that names the row', async () => {
    const opens = {
      allSubjects: true,
      subjectConcepts: [],
      categories: null,
      concepts: null,
      collections: null,
    };
    const row = { dataset: 'default', datasetName: 'Heart Trios', opens, createdAt: '2026-09-14T08:00:00Z' };
    server.use(
      answers(groups.list, {
        count: 2,
        results: [
          { ...row, id: 1, name: 'east', members: 1 },
          { ...row, id: 2, name: 'west', members: 3000 },
        ],
      }),
    );
    const { user } = renderPortal('/pcgc/admin/groups');
    expect(await screen.findByRole('cell', { name: /3,000/ })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove the group west' }));
    expect(await within(await screen.findByRole('dialog')).findByText(/of west lose/)).toBeVisible();
  });
});
