import { z } from 'zod';
import type { Caller } from '../caller.ts';

/** Concepts on rows and columns. */
export interface Question {
  readonly rows: readonly string[];
  readonly cols: readonly string[];
}

/** `given`: the concepts stand in the question, and no definition is edited. */
export type Format = 'json' | 'csv' | 'given';

/** A cell of an answer: its labels by concept, and its figure. */
export interface AnsweredCell {
  readonly labels: Readonly<Record<string, string>>;
  readonly shown: number | string;
}

export interface Answer {
  readonly cells: readonly AnsweredCell[];
  /** Of rows and of columns, which a file does not have. */
  readonly totals: readonly AnsweredCell[];
  /** Combinations of labels that the axes name, and that therefore occur. */
  readonly named: readonly AnsweredCell['labels'][];
}

/** A caller who sends questions to the portal as its pages do. */
export interface Asker {
  ask(question: Question, format: Format): Promise<Answer>;
}

const label = z.union([z.string(), z.number(), z.boolean()]);
const shown = z.union([z.number(), z.string()]);
const axis = z.array(z.union([label, z.array(label)]));
const reply = z.object({
  dataset: z.object({
    index: axis,
    columns: axis,
    data: z.array(z.array(shown)),
    totals: z.object({ rows: z.array(shown), columns: z.array(shown) }).optional(),
  }),
});
const edited = z.object({ transformation_successful: z.literal(true) });

type Labels = readonly z.infer<typeof label>[];
type Shown = number | string;

interface Laid {
  readonly index: readonly Labels[];
  readonly columns: readonly Labels[];
  readonly data: readonly (readonly Shown[])[];
  readonly totals?: { readonly rows: readonly Shown[]; readonly columns: readonly Shown[] } | undefined;
}

/** Parameters of other portals; none may change a bin or restrict the question here. */
const tampering = 'bin_size=7&bin_start=3&threshold=1&cohort_def=%5B%5D&data_view_mode=cohort';

export function createAsker(caller: Caller, dataset: string): Asker {
  const edit = async (transformation: Readonly<Record<string, unknown>>): Promise<void> => {
    edited.parse((await caller.post(`${dataset}/analysis_def/`, { transformation })).json());
  };
  const define = async (question: Question): Promise<void> => {
    await edit({ type: 'clear_all' });
    for (const role of ['rows', 'cols'] as const) {
      for (const concept of question[role]) await edit({ type: 'add_entry', concept_id: concept, role });
    }
  };

  return {
    ask: async (question, format) => {
      if (format !== 'given') await define(question);
      const run = `${dataset}/analysis_tools`;
      if (format === 'csv') {
        return answerOf(
          fromCsv((await caller.get(`${run}/export_csv/?use_active_cohort=true`)).body, question),
          question,
        );
      }
      const axes = `rows=${question.rows.join(',')}&cols=${question.cols.join(',')}`;
      const query = format === 'given' ? `${axes}&${tampering}` : tampering;
      const { dataset: table } = reply.parse((await caller.get(`${run}/run_analysis/?${query}`)).json());
      const asList = (labels: z.infer<typeof axis>[number]): Labels =>
        Array.isArray(labels) ? labels : [labels];
      return answerOf(
        { ...table, index: table.index.map(asList), columns: table.columns.map(asList) },
        question,
      );
    },
  };
}

/** The planted labels hold neither commas nor quotation marks. */
function fromCsv(text: string, { rows, cols }: Question): Laid {
  const lines = text
    .split('\r\n')
    .filter(Boolean)
    .map((line) => line.split(','));
  const [headings, leading] = [Math.max(1, cols.length), Math.max(1, rows.length)];
  const body = lines.slice(headings);
  const width = (lines[0]?.length ?? leading) - leading;
  return {
    index: body.map((line) => line.slice(0, leading)),
    columns: Array.from({ length: width }, (_, index) =>
      lines.slice(0, headings).map((line) => line[leading + index] ?? ''),
    ),
    data: body.map((line) => line.slice(leading).map((cell) => (/^\d+$/.test(cell) ? Number(cell) : cell))),
  };
}

function answerOf({ index, columns, data, totals }: Laid, { rows, cols }: Question): Answer {
  const named = (labels: Labels, concepts: readonly string[]): AnsweredCell['labels'] =>
    Object.fromEntries(
      concepts.map((concept, index) => [
        concept,
        String(labels[index]).replace(/^(True|False)$/, (word) => word.toLowerCase()),
      ]),
    );
  const [down, across] = [
    index.map((labels) => named(labels, rows)),
    columns.map((labels) => named(labels, cols)),
  ];
  return {
    cells: down.flatMap((row, y) =>
      across.map((column, x) => ({ labels: { ...row, ...column }, shown: data[y]?.[x] ?? '' })),
    ),
    totals: [
      ...down.map((labels, y) => ({ labels, shown: totals?.rows[y] ?? '' })),
      ...across.map((labels, x) => ({ labels, shown: totals?.columns[x] ?? '' })),
    ],
    named: [...(rows.length > 0 ? down : []), ...(cols.length > 0 ? across : [])],
  };
}
