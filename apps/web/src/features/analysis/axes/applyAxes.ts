import type { AnalysisEdited, AnalysisTransformation } from '@atrium/contract';
import { axesSteps } from './axesSteps.ts';
import { type AxesEvent, type AxisLists, reduceAxes, storedAxes } from './axisLists.ts';

interface Applying {
  readonly edit: (transformation: AnalysisTransformation) => Promise<AnalysisEdited>;
  /** Called for every edit as it is made or refused. */
  readonly tell: (event: AxesEvent) => void;
}

export interface Applied {
  readonly left: AxisLists;
  /** Why an edit was refused that is about no single entry. */
  readonly problem: string | undefined;
}

const refusal = ({ transformationErrors, transformationWarnings }: AnalysisEdited): string =>
  [...transformationErrors, ...transformationWarnings].join(' ');

/**
 * Makes the staged edits one at a time; each is calculated from what the server has by then. A refused edit stays in the
 * dialog with its reason, and the others continue. A failed call ends it and leaves the rest staged.
 */
export async function applyAxes(lists: AxisLists, { edit, tell }: Applying): Promise<Applied> {
  let now = lists;
  const note = (event: AxesEvent) => {
    now = reduceAxes(now, event);
    tell(event);
  };
  note({ kind: 'retried' });
  const most = axesSteps(now).length + now.entries.length;
  for (let made = 0; made < most; made += 1) {
    const [step] = axesSteps(now);
    if (step === undefined) break;
    const edited = await edit(step.transformation);
    note({ kind: 'wasStored', stored: storedAxes(edited.extended) });
    const { key, transformation } = step;
    if (!edited.transformationSuccessful) {
      if (key === undefined) return { left: now, problem: refusal(edited) };
      note({ kind: 'wasRefused', key, problem: refusal(edited) });
      continue;
    }
    if (key === undefined) continue;
    if (transformation.kind === 'delete_entry') note({ kind: 'wasRemoved', key });
    if (transformation.kind === 'add_entry') {
      const entryId = edited.entryId ?? addedEntry(edited, transformation.conceptId);
      if (entryId !== undefined) note({ kind: 'wasAdded', key, entryId });
    }
  }
  return { left: now, problem: undefined };
}

const addedEntry = ({ extended }: AnalysisEdited, conceptId: string): string | undefined =>
  [...extended.rows, ...extended.cols].find((entry) => entry.conceptId === conceptId)?.entryId;
