import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import { z } from 'zod';
import {
  type Asker,
  has,
  inPython,
  inR,
  installR,
  clientTest as on,
  type Program,
  python,
} from '../testing/apiClients.ts';

const programs = z.object({ python: z.string(), r: z.string(), curl: z.string() });

/** A report of the active cohort, and the programs that its page shows. */
async function aReport(ada: Asker) {
  const [reply] = [
    await ada.post('default/reports/create_form/', {
      name: 'Women',
      project_other: 'Women',
      with_analysis: true,
    }),
  ];
  const id = z.object({ report_id: z.int() }).parse(reply.json()).report_id;
  const methods = (await ada.get(`default/report_tools/${id}/methods/`)).json();
  const notebook = (await ada.get(`default/report_tools/${id}/methods_program/?language=notebook`)).json();
  const quarto = (await ada.get(`default/report_tools/${id}/methods_program/?language=quarto`)).body;
  const cells = z
    .array(z.object({ cell_type: z.string(), source: z.array(z.string()) }))
    .parse(notebook.cells);
  const code = cells.flatMap(({ cell_type, source }) => (cell_type === 'code' ? [source.join('')] : []));
  return { id, ...programs.parse(methods.programs), notebook: `${code.join('\n')}\nprint(table)\n`, quarto };
}

on(
  'ten lines of the page of a report give the cohort as a data frame, and change nothing (rule 12.29)',
  async ({ ada, run, tokenOf, folder }) => {
    await ada.cohort.add('sex', { selected_categories: ['Female'] });
    await ada.analysis.add('sex', { role: 'rows' });
    const report = await aReport(ada);
    expect(report.python.split('\n').filter((line) => /^[^#]/.test(line)).length).toBeLessThanOrEqual(10);
    await ada.cohort.clear();
    const before = await ada.read('cohort_def/');
    const rows = (await ada.get(`default/report_tools/${report.id}/export_csv/`)).body;
    const token = await tokenOf(ada);
    const runs: Program[] = [
      ...(has.curl ? [{ program: 'sh', file: 'report.sh', content: report.curl }] : []),
      ...(has.python ? [inPython(report.python), inPython(report.notebook)] : []),
    ];
    for (const program of runs) {
      const { code, stdout, stderr } = await run(program, token);
      expect({ code, stderr, count: stdout.split('\n')[0] }).toEqual({ code: 0, stderr: '', count: '3' });
      if (program.program === python) expect(stdout).toMatch(/P1[\s\S]*P3[\s\S]*P4/);
    }
    if (has.curl) expect(await readFile(path.join(folder, `report_${report.id}.csv`), 'utf8')).toBe(rows);
    expect(await ada.read('cohort_def/')).toEqual(before);
  },
);

on.skipIf(!has.r)(
  'the same in R, and as a document of Quarto',
  { tags: 'long' },
  async ({ ada, run, tokenOf, folder }) => {
    await installR(folder);
    await ada.cohort.add('sex', { selected_categories: ['Female'] });
    await ada.analysis.add('sex', { role: 'rows' });
    const report = await aReport(ada);
    const chunks = [...report.quarto.matchAll(/^```\{r\}\n(.*?)^```$/gms)].map(([, code]) => code);
    expect(chunks).toHaveLength(4);
    for (const content of [report.r, chunks.join('\n')]) {
      const { code, stdout, stderr } = await run(inR(content), await tokenOf(ada));
      expect({ code, stderr, count: stdout.split('\n')[0] }).toEqual({ code: 0, stderr: '', count: '3' });
      expect(stdout).toMatch(/P1[\s\S]*P3[\s\S]*P4/);
    }
  },
);

on.skipIf(!has.python)(
  'a program says so where the report or the data are others than they were (rule 12.29)',
  async ({ ada, run, tokenOf }) => {
    await ada.cohort.add('sex', { selected_categories: ['Female'] });
    const { python: code } = await aReport(ada);
    const token = await tokenOf(ada);
    const other = code.replace('version=1', 'version=2');
    expect((await run(inPython(other), token)).stderr).toContain('The report was changed since');
    const older = code.replace(/receipt="[\w-]+"/, 'receipt="0000-0000-0000-0000"');
    expect((await run(inPython(older), token)).stderr).toContain(
      'The data or the day have changed: it was 3',
    );
  },
);
