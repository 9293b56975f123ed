import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { DataDetail } from '@atrium/contract/wire/adminData';
import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderParts } from '../../../testing/renderParts.tsx';
import { answers, server } from '../../../testing/server.ts';
import { PublicRecordSection } from './PublicRecordSection.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';

const record = {
  creators: [
    { name: 'Heart Consortium', kind: 'organization', id: 'https://ror.org/02mhbdp94' },
    { name: 'Ada', kind: 'person' },
  ],
  publisher: { name: 'Example Institute' },
  conditions: 'For research.',
  dataUse: ['DUO:0000042'],
  keywords: ['heart', 'children'],
  dois: { release_12: '10.1234/heart.release_12' },
};
const detailOf = (settings: DataDetail['settings']): DataDetail => ({
  ...{ dataset: 'heart', name: 'Heart', description: null, release: 12, aggregateRelease: 12 },
  ...{ keepsDictionary: false, settings, chosen: {}, waiting: [], agreement: null, members: 0, reports: 0 },
  ...{ registersDois: true },
  releases: [11, 12].map((release) => ({
    ...{ release, number: release - 10, state: release === 12 ? 'live' : 'retired', version: null },
    ...{ subjects: 5, finishedAt: null, dataOf: null, note: '', isKept: true, usedFor: [], index: null },
  })),
});

const sent: unknown[] = [];
beforeEach(() => {
  sent.length = 0;
  server.use(
    answers(adminEndpoints.data.datasets.settings, ({ body }) => {
      sent.push(body);
      return { notes: [] };
    }),
  );
});

it('a record is opened field by field; what is wrong stands at its field, and nothing is sent (rule 14.88)', async () => {
  const { user } = renderParts(<PublicRecordSection detail={detailOf({})} />);
  expect(screen.queryByText('See the public page')).toBeNull();
  await user.click(screen.getByText('Edit public record'));
  await screen.findByText('Show it to everybody');
  const field = (name: string) =>
    screen.getByLabelText(new RegExp(`^${name}`), { selector: 'input, textarea' });
  const enter = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
  const save = () => user.click(screen.getByRole('button', { name: 'Show it to everybody' }));
  enter('Address of the license', 'http://example.org');
  enter('DOIs of releases', 'release_1 is 10.1234/x');
  enter('Conditions of use', 'For research.');
  await save();
  expect(await screen.findByText('Must be an https address')).toBeVisible();
  expect(field('Creator 1')).toHaveAccessibleDescription(/one line of text/);
  expect(field('Creator 1')).toHaveFocus();
  expect(field('Address of the license')).toHaveAccessibleDescription(/Must be an https address/);
  expect(field('DOIs of releases')).toHaveAccessibleDescription(/A line is like release_7/);
  expect(field('Conditions of use')).toBeValid();
  expect(sent).toEqual([]);
  enter('Creator 1', 'Heart Consortium');
  enter('Publisher', 'Example Institute');
  enter('Address of the license', '');
  enter('DOIs of releases', '');
  enter('Public variables', 'sex\nweight');
  await save();
  expect(await screen.findByText('The public record is open.')).toBeVisible();
  expect(sent).toMatchObject([
    {
      settings: {
        publicRecord: {
          creators: [{ name: 'Heart Consortium', kind: 'organization' }],
          publisher: { name: 'Example Institute' },
          conditions: 'For research.',
          variables: ['sex', 'weight'],
        },
      },
    },
  ]);
});

it('a record that is open is kept as it is but for what is changed, leads to its page, and is closed again', {
  tags: 'long',
}, async () => {
  const { user } = renderParts(<PublicRecordSection detail={detailOf({ publicRecord: record })} />);
  expect(screen.getByText('See the public page')).toHaveAttribute('href', '/api/v2/catalogue/heart');
  await user.click(screen.getByText('Edit public record'));
  await user.click(await screen.findByLabelText('Remove creator 2'));
  await user.click(screen.getByRole('button', { name: 'Show it to everybody' }));
  await screen.findByText('The public record is open.');
  const kept = { ...record, creators: record.creators.slice(0, 1) };
  expect(sent).toMatchObject([{ settings: { publicRecord: kept } }]);
  await user.click(screen.getByText('Close the record'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Close the record' }));
  await screen.findByText('The public record is closed.');
  expect(sent[1]).toEqual({ settings: { publicRecord: null } });
});

it('a DOI is registered of a release that is public, and brought up to date where it has one', {
  tags: 'long',
}, async () => {
  const asked: unknown[] = [];
  server.use(
    answers(adminEndpoints.data.releases.doi, ({ params, body }) => {
      asked.push([params, body]);
      return { notes: ['10.1234/heart.release_11 is findable.'] };
    }),
  );
  const table = (detail: DataDetail) => <ReleaseTable detail={detail} linkToDictionary={() => null} />;
  const { user, rerender } = renderParts(table(detailOf({})));
  expect(screen.queryByText(/DOI/)).toBeNull();
  rerender(table(detailOf({ publicRecord: record })));
  expect(screen.getByText('10.1234/heart.release_12')).toBeVisible();
  expect(screen.getByLabelText('Update DOI of release 2')).toBeVisible();
  await user.click(screen.getByLabelText('Register DOI of release 1'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Register DOI' }));
  expect(await screen.findByText('10.1234/heart.release_11 is findable.')).toBeVisible();
  expect(asked).toMatchObject([[{ uniqueId: 'heart', release: '11' }, { draft: false }]]);
});
