import { auditEndpoints } from '@atrium/contract';
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
