import type { ColumnInReading, Draft, FileInReading } from '@atrium/contract/wire/draft';
import { applyDecisions, decidedDescriptor, namesOf, without } from './draftDescriptor.ts';
import type { DraftState } from './draftStore.ts';

interface Shown {
  readonly id: string;
  readonly isOwn: boolean;
  readonly dataset: Draft['dataset'];
  readonly progress: Draft['progress'];
}

/** The descriptor of a draft, with what was decided. */
export const descriptorOf = ({ descriptor, decisions, isConverted }: DraftState): Draft['descriptor'] =>
  JSON.parse(JSON.stringify(applyDecisions(descriptor, { decisions, withReadings: isConverted })));

/** A draft as it is shown: what is quoted of closed columns is for the account that sent the files (rule 10.30). */
export function presentDraft(state: DraftState, shown: Shown): Draft {
  const whole = {
    ...shown,
    revision: state.revision,
    files: state.files,
    descriptor: descriptorOf(state),
    guesses: state.guesses.map(({ guess }) => guess),
    readings: state.readings,
    decisions: state.decisions,
    failure: state.failure?.text ?? null,
    run: state.run,
  };
  return shown.isOwn ? whole : { ...whole, ...closed(state, whole.descriptor) };
}

const dots = '•••';
/** Properties of a field that quote cells. */
const quoting = ['missingValues', 'categories'];
const quotingExtras = ['spellings', 'codes', 'units', 'formats'];

function closed(
  { readings, guesses }: DraftState,
  descriptor: Draft['descriptor'],
): Pick<Draft, 'descriptor' | 'guesses' | 'readings' | 'decisions' | 'failure'> {
  const { resources, ...rest } = decidedDescriptor.parse(descriptor);
  const closedNames = new Set(
    resources.flatMap(({ path, schema }) =>
      (schema?.fields ?? [])
        .filter(({ atrium }) => atrium?.['phi'] === true || atrium?.['publish'] === false)
        .map(({ name }) => `${namesOf(path)[0]}: ${name}`),
    ),
  );
  for (const { paths, columns } of readings)
    for (const { name, isIdentifier } of columns) if (isIdentifier) closedNames.add(`${paths[0]}: ${name}`);
  const isClosed = (path: string | undefined, name: string): boolean => closedNames.has(`${path}: ${name}`);
  const descriptorShown: unknown = {
    ...rest,
    resources: resources.map((resource) => ({
      ...resource,
      schema: {
        ...resource.schema,
        fields: (resource.schema?.fields ?? []).map((field) =>
          isClosed(namesOf(resource.path)[0], field.name)
            ? { ...without(field, quoting), atrium: without(field.atrium ?? {}, quotingExtras) }
            : field,
        ),
      },
    })),
  };
  return {
    descriptor: JSON.parse(JSON.stringify(descriptorShown)),
    guesses: guesses
      .filter(({ guess, isProtected }) => !closedNames.has(guess.about) || !isProtected)
      .map(({ guess, isProtected }) =>
        isProtected ? { ...guess, counterExamples: guess.counterExamples.map(() => dots) } : guess,
      ),
    readings: readings.map((file) => closedFile(file, (name) => isClosed(file.paths[0], name))),
    decisions: {},
    failure: null,
  };
}

function closedFile(file: FileInReading, isClosed: (name: string) => boolean): FileInReading {
  const own = new Set(file.columns.map(({ name }) => name));
  // A column without a name of its own has not been looked at.
  const isShown = file.names.map((name) => own.has(name) && !isClosed(name));
  const headerRow = file.table?.headerRow ?? 0;
  return {
    ...file,
    firstRows: file.firstRows.map(({ row, cells }) => ({
      row,
      cells: cells.map((cell, index) => (row === headerRow || isShown[index] === true ? cell : dots)),
    })),
    columns: file.columns.map((column) => (isClosed(column.name) ? closedColumn(column) : column)),
  };
}

const closedColumn = ({ name, reading, isIdentifier }: ColumnInReading): ColumnInReading => ({
  name,
  reading: reading.type === undefined ? {} : { type: reading.type },
  fit: { cells: 0, ofCells: 0, counterExamples: [] },
  choices: [],
  distinct: 0,
  filled: 0,
  frequent: [],
  isIdentifier,
  isHidden: true,
});
