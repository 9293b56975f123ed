/**
 * How long a person waits for an answer: calls a running portal with the demo datasets as the demo researcher.
 *
 *   npm start                                            (in one shell)
 *   npx tsx bench/questions.ts http://127.0.0.1:3000     (in another)
 *
 * Each question is sent 20 times after 3 times for warming up; the median and the slowest of 20 are printed, and the ratio
 * to the median of the lightest question (who am I), which is mostly the time for HTTP and the session.
 */
const portal = process.argv[2] ?? 'http://127.0.0.1:3000';
const api = `${portal}/api/v2`;
const headers: Record<string, string> = { 'content-type': 'application/json' };

async function call(path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(`${api}/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return await reply.json();
}

const edit = (which: string, transformation: object) => call(`default/${which}/`, { transformation });

interface Figure {
  readonly median: number;
  readonly slowest: number;
}

async function measure(question: () => Promise<unknown>, times = 20): Promise<Figure> {
  const spent: number[] = [];
  for (let round = -3; round < times; round += 1) {
    const start = performance.now();
    await question();
    if (round >= 0) spent.push(performance.now() - start);
  }
  spent.sort((a, b) => a - b);
  return { median: spent[Math.floor(times / 2)] ?? 0, slowest: spent.at(-1) ?? 0 };
}

const signedIn = await fetch(`${api}/auth/login/`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ username: 'researcher', password: 'atrium-demo' }),
});
headers['cookie'] = signedIn.headers
  .getSetCookie()
  .map((cookie) => cookie.split(';')[0])
  .join('; ');

/** 12,000 ids that exist and 13,000 that do not. */
const pasted = Array.from({ length: 25_000 }, (_, index) => `CHD-${String(index + 1).padStart(6, '0')}`).join(
  '\n',
);
const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
const small = { type: 'add_entry', concept_id: 'birth_weight' };
let heaviest = 1_500;
const paste = {
  type: 'add_entry',
  concept_id: 'participant_id',
  chiron_text_field_selection: pasted,
};

await edit('cohort_def', { type: 'clear_all' });
await edit('analysis_def', { type: 'clear_all' });
for (const [role, conceptId] of [
  ['rows', 'sex'],
  ['rows', 'diagnosis_severity'],
  ['rows', 'surgery_class'],
  ['cols', 'race'],
  ['cols', 'ethnicity'],
]) {
  await edit('analysis_def', { type: 'add_entry', concept_id: conceptId, role });
}

const questions: readonly (readonly [string, () => Promise<unknown>, number?])[] = [
  ['who am I', () => call('auth/')],
  ['count of everyone', () => call('default/query_tools/count/')],
  ['add a filter (validate only)', () => edit('cohort_def', { ...female, validate_only: true })],
  [
    'count with a filter never tried before',
    () => {
      heaviest += 7;
      return edit('query_tools/count_after', { ...small, cd_numeric_max: heaviest });
    },
  ],
  ['values of a category', () => call('default/concepts/sex/cohort_def_callback/?show_all_data=true')],
  [
    'roots of an ontology',
    () => call('default/concepts/diagnosis_code/cohort_def_callback/?show_all_data=true'),
  ],
  ['concept search', () => call('default/concept_categories/concept_search?search=fallot')],
  ['first page of results', () => call('default/query_tools/preview/?page=1&records_per_page=25')],
  ['cross-tab, three by two concepts', () => call('default/analysis_tools/run_analysis/')],
  ['validate 25,000 pasted values', () => edit('cohort_def', { ...paste, validate_only: true }), 5],
  [
    'filter by 25,000 pasted values and count',
    async () => {
      await edit('cohort_def', { type: 'clear_all' });
      await edit('cohort_def', { ...paste, ignore_warnings: true });
      await call('default/query_tools/count/');
    },
    5,
  ],
];

let lightest: number | undefined;
console.log('question                                   median ms  slowest ms   ratio');
for (const [name, question, times] of questions) {
  const { median, slowest } = await measure(question, times);
  lightest ??= median;
  const ratio = (median / lightest).toFixed(1);
  console.log(
    `${name.padEnd(42)} ${median.toFixed(1).padStart(9)} ${slowest.toFixed(1).padStart(11)} ${ratio.padStart(7)}`,
  );
}
await edit('cohort_def', { type: 'clear_all' });
await edit('analysis_def', { type: 'clear_all' });

export {};
