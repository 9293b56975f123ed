import { auditEndpoints } from '@atrium/contract/endpoints/audit';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aLine } from '../../testing/sessions.ts';
import { LineList } from './LineList.tsx';

const aCount = aLine({ id: 7, action: 'count', detail: { count: 12, cohortDefinition: 'a'.repeat(64) } });

it('shows the recorded query of a line below it on request, in words and as the definition', async () => {
  const cohort = {
    kind: 'cohort' as const,
    hash: 'a'.repeat(64),
    description: 'Subject criteria\n- Sex = "Female"',
    definition: [{ entry_type: 'criteria_set' }],
  };
  server.use(
    answers(auditEndpoints.definitions, ({ params }) => ({
      definitions: params['lineId'] === '7' ? [cohort] : [],
    })),
  );
  const { user } = renderParts(<LineList lines={[aCount]} />);
  const button = screen.getByRole('button', { name: 'Recorded query of line 7' });
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(button);
  const section = await screen.findByRole('region', { name: 'Cohort' });
  expect(section).toHaveTextContent('- Sex = "Female"');
  await user.click(within(section).getByText('The exact definition'));
  expect(within(section).getByText(/"criteria_set"/)).toBeVisible();
  await user.click(button);
  expect(screen.queryByRole('region', { name: 'Cohort' })).toBeNull();
});

it('a line without a recorded query has no button', () => {
  renderParts(<LineList lines={[aLine()]} />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says that a recorded query could not be loaded, or is missing', async () => {
  server.use(
    refuses(auditEndpoints.definitions, 404, { detail: 'There is no such line.', code: 'not_found' }),
  );
  const { user, unmount } = renderParts(<LineList lines={[aCount]} />);
  await user.click(screen.getByRole('button'));
  expect(await screen.findByRole('alert')).toHaveTextContent('There is no such line.');
  unmount();
  server.use(answers(auditEndpoints.definitions, { definitions: [] }));
  const again = renderParts(<LineList lines={[aCount]} />);
  await again.user.click(screen.getByRole('button'));
  expect(await screen.findByText(/is missing from the audit/)).toBeVisible();
});

it('the line of a transfer opens to its files, and says of each how it ended (rule 12.24)', async () => {
  const sent = {
    action: 'file_sent',
    detail: { transfer: 71, file: 'b.cram', from: 0, bytes: 5, isComplete: true },
  };
  const begun = { action: 'file_begin', detail: { transfer: 71, file: 'b.cram', from: 0, bytes: 5 } };
  const queries: Readonly<Record<string, string>>[] = [];
  server.use(
    answers(auditEndpoints.own, ({ query }) => {
      queries.push(query);
      return query['cursor'] === undefined
        ? { results: [aLine({ id: 12, ...sent }), aLine({ id: 11, ...begun })], next: 11 }
        : { results: [aLine({ id: 10, ...begun, detail: { ...begun.detail, file: 'a.cram' } })], next: null };
    }),
  );
  const line = aLine({ id: 9, action: 'download_begin', detail: { download: 71, files: 2, way: 'script' } });
  const { user } = renderParts(<LineList lines={[line, aLine()]} />);
  await user.click(screen.getByRole('button', { name: 'Files of the transfer in line 9' }));
  const files = await screen.findByRole('list', { name: 'Files of the transfer in line 9' });
  expect(within(files).getAllByRole('listitem')).toHaveLength(1);
  expect(files).toHaveTextContent('Downloaded 5 bytes of the file b.cram');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await within(files).findByText(/Began to download the file a\.cram/)).toBeVisible();
  expect(queries[0]).toEqual({ transfer: '71', page_size: '100' });
});
