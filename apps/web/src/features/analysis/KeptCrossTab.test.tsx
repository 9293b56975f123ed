import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { anAnalysis, aRun } from '../../testing/analyses.ts';
import { participants } from '../../testing/openPanel.tsx';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, server } from '../../testing/server.ts';
import { KeptCrossTab } from './KeptCrossTab.tsx';

const analysis = anAnalysis({ rows: ['sex'], cols: ['race'] });
const result = aRun(analysis, {
  index: ['Female', '[not set]'],
  columns: ['Asian', 'White'],
  data: [
    [41, 1204],
    [1, '<11'],
  ],
  totals: { rows: [1240, 12], columns: [42, 1210], all: 1250 },
});

describe('the dataset’s own word for its subjects', () => {
  beforeEach(() => server.use(answers(catalogueEndpoints.collections, [participants])));
  const open = () => renderParts(<KeptCrossTab dataset="default" axes={analysis.extended} result={result} />);

  it('stands in the caption, the heading and the notes of the table', async () => {
    const { container } = open();
    expect(await screen.findByText('Number of participants')).toBeVisible();
    expect(screen.getByRole('table')).toHaveAccessibleName(
      'Number of distinct participants of the cohort of this report, by Sex (rows) and Race (columns).',
    );
    const notes = await screen.findByText(/^Each cell counts the distinct participants/);
    expect(notes).toHaveTextContent(/Participants with several values are in several cells/);
    expect(notes).toHaveTextContent(/the privacy of the participants/);
    expect(container).not.toHaveTextContent(/subject/i);
  });

  it.each([
    ['cell', '1,204', 'Female · White: 1,204 participants'],
    ['cell', '1', '[not set] · Asian: 1 participant'],
    ['rowheader', '[not set]', 'Participants without a value'],
  ] as const)('describes the %s %s under the pointer', async (role, name, description) => {
    const { user } = open();
    await screen.findByText('Number of participants');
    const shown = screen.getByRole(role, { name });
    await user.hover(role === 'cell' ? shown : screen.getByText(name));
    expect(await screen.findByText(description)).toBeVisible();
  });

  it('stands in the name, the heading and the notes of the chart', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: 'Chart' }));
    expect(
      await screen.findByRole('img', { name: /^Bar chart of the number of participants by Sex/ }),
    ).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Stacked' }));
    expect(await screen.findByText(/^Participants with several values are in several bars/)).toBeVisible();
  });
});
