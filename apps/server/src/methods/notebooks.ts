import type { Methods } from '@atrium/contract/wire/methods';
import { joined, jsonText, oneLine, type Written, written } from '../http/index.ts';
import { plain } from './methodsMarkdown.ts';

/**
 * A line of a document whose program runs when it is shown: knitr runs what stands between backticks, wherever that is,
 * and dollars begin formulas.
 */
const inert = (text: string) => oneLine(plain(text.replaceAll('`', "'")).replaceAll('$', '\\$'));

const introduction = ({ title, cohort, count, receipt, madeAt, citation }: Methods) =>
  [
    `# ${inert(title)}`,
    '',
    ...(cohort.length === 0 ? ['Everyone, without any filter.'] : cohort.map((line) => `- ${inert(line)}`)),
    '',
    `On ${madeAt.slice(0, 10)} there were **${count}** subjects, by the count receipt ${receipt}. A warning below says where the report, the data or the day are others now.`,
    '',
    inert(citation),
    '',
  ].map(oneLine);

/** The cells of code of a notebook: its figures, one after the other. */
const pythonCells = (opens: Written, { crossTab }: Methods): readonly Written[] => [
  written`# python3 -m pip install atrium-portal pandas\n${opens}\nprint(report.count())`,
  written`for step in report.attrition():\n    print(step["count"], step["label"])`,
  written`table = report.table().frame()\ntable`,
  ...(crossTab === null ? [] : [written`cross_tab = report.cross_tab().frame()\ncross_tab`]),
];

/** A notebook of Jupyter (nbformat 4.5) that shows the figures of a report (rule 12.32). */
export function pythonNotebook(methods: Methods, opens: Written): Written {
  const source = (text: string) => text.split(/(?<=\n)/);
  const cells = [
    { cell_type: 'markdown', id: 'about', metadata: {}, source: source(introduction(methods).join('\n')) },
    ...pythonCells(opens, methods).map((code, index) => ({
      cell_type: 'code',
      execution_count: null,
      id: `figure-${index + 1}`,
      metadata: {},
      outputs: [],
      source: source(code),
    })),
  ];
  const metadata = {
    kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
    language_info: { name: 'python' },
  };
  return written`${jsonText({ cells, metadata, nbformat: 4, nbformat_minor: 5 }, 1)}\n`;
}

/** The same as a document of Quarto, in R. */
export function quartoDocument(methods: Methods, opens: Written): Written {
  const chunk = (code: Written) => written`\`\`\`{r}\n${code}\n\`\`\`\n`;
  return joined(
    [
      written`---\nformat: html\nengine: knitr\n---\n`,
      joined(introduction(methods), '\n'),
      chunk(written`${opens}\nprint(atrium_count(report))`),
      chunk(written`atrium_attrition(report)`),
      chunk(written`table <- atrium_table(report)\nhead(table)`),
      ...(methods.crossTab === null
        ? []
        : [chunk(written`cross_tab <- atrium_cross_tab(report)\ncross_tab`)]),
    ],
    '\n',
  );
}
