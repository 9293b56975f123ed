import { type AddFilter, type ConceptStatistics, unreachable } from '@atrium/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { ChoiceEditor } from './choice/ChoiceEditor.tsx';
import type { StatisticsRequest } from './conceptQueries.ts';
import type { Draft } from './editorState.ts';
import { OntologyEditor } from './ontology/OntologyEditor.tsx';
import { AgeEditor } from './range/AgeEditor.tsx';
import { DateEditor } from './range/DateEditor.tsx';
import { NumberEditor } from './range/NumberEditor.tsx';
import { StatisticsGate } from './StatisticsGate.tsx';
import { asAges, asChoices, asDates, asMeasured, asNumbers } from './statisticsShapes.ts';
import { TextEditor } from './text/TextEditor.tsx';

export interface ValueEditorProps {
  /** What the statistics answer; the panes of ontology and text editors ask further in the same terms. */
  readonly asked: StatisticsRequest;
  readonly conceptName: string;
  readonly statistics: UseQueryResult<ConceptStatistics>;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  /** Pasted values join the selection; what was chosen meanwhile stays. */
  readonly onAdd: (values: readonly string[]) => void;
  readonly toFilter: (draft: Draft) => AddFilter;
}

/** The part of the editor that differs by the concept's type. */
export function ValueEditor(props: ValueEditorProps) {
  const { asked, draft, onChange, statistics } = props;
  const gate = { statistics, isCohortOnly: asked.scope.kind === 'cohort' };
  switch (draft.kind) {
    case 'choice':
      return (
        <StatisticsGate {...gate}>
          {(found) => <ChoiceEditor draft={draft} onChange={onChange} statistics={asChoices(found)} />}
        </StatisticsGate>
      );
    case 'range':
      return (
        <StatisticsGate {...gate}>
          {(found) => (
            <NumberEditor
              name={props.conceptName}
              draft={draft}
              onChange={onChange}
              statistics={through(asNumbers, asMeasured(found))}
            />
          )}
        </StatisticsGate>
      );
    case 'age':
      return (
        <StatisticsGate {...gate}>
          {(found) => (
            <AgeEditor
              name={props.conceptName}
              draft={draft}
              onChange={onChange}
              statistics={through(asAges, asMeasured(found))}
            />
          )}
        </StatisticsGate>
      );
    case 'date':
      return (
        <StatisticsGate {...gate}>
          {(found) => (
            <DateEditor
              name={props.conceptName}
              draft={draft}
              onChange={onChange}
              statistics={through(asDates, asMeasured(found))}
            />
          )}
        </StatisticsGate>
      );
    case 'ontology':
      return <OntologyEditor {...props} draft={draft} />;
    case 'text':
      return <TextEditor {...props} draft={draft} />;
    default:
      return unreachable(draft);
  }
}

const through = <A, B>(read: (given: A) => B | null, given: A | null): B | null =>
  given === null ? null : read(given);
