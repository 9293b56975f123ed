import type {
  AnalysisEdited,
  AnalysisResult,
  AnalysisView,
  CrossTab,
  SmallNumberNote,
} from '@atrium/contract/wire/analysis';

interface Axes {
  readonly rows: readonly string[];
  readonly cols: readonly string[];
}

const names: Readonly<Record<string, string>> = {
  sex: 'Sex',
  race: 'Race',
  lesion: 'Primary cardiac lesion',
  birth_year: 'Year of birth',
};

const entry = (conceptId: string) => ({ entryId: `entry-${conceptId}`, conceptId });

/** An analysis with these concepts on its axes. */
export const anAnalysis = ({ rows, cols }: Axes, given: Partial<AnalysisView> = {}): AnalysisView => {
  const labelled = (conceptId: string) => ({ ...entry(conceptId), label: names[conceptId] ?? conceptId });
  return {
    definition: { rows: rows.map(entry), cols: cols.map(entry) },
    extended: { rows: rows.map(labelled), cols: cols.map(labelled) },
    warnings: [],
    errors: [],
    snapshotId: 300,
    previousSnapshotId: null,
    nextSnapshotId: null,
    ...given,
  };
};

export const anAnalysisEdit = (view: AnalysisView, given: Partial<AnalysisEdited> = {}): AnalysisEdited => ({
  transformationSuccessful: true,
  transformationErrors: [],
  transformationRefusals: [],
  transformationWarnings: [],
  ...view,
  ...given,
});

/** The reply to a run of the analysis; no cross-tab where nothing was chosen. */
export const aRun = (
  view: AnalysisView,
  dataset: CrossTab | null,
  given: Partial<AnalysisResult> = {},
): AnalysisResult => ({
  dataset,
  cohort: [],
  definition: view.definition,
  warnings: [],
  errors: [],
  ...given,
});

export const aSmallNumberNote = (explanation: string): SmallNumberNote => ({
  rule: 'small_numbers',
  threshold: 11,
  mark: '<11',
  explanation,
});
