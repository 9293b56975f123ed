import { unreachable } from '@atrium/contract';
import { ChoiceEditor } from './choice/ChoiceEditor.tsx';
import { OntologyEditor } from './ontology/OntologyEditor.tsx';
import { AgeEditor } from './range/AgeEditor.tsx';
import { DateEditor } from './range/DateEditor.tsx';
import { NumberEditor } from './range/NumberEditor.tsx';
import { StatisticsGate } from './StatisticsGate.tsx';
import { asAges, asChoices, asDates, asMeasured, asNumbers } from './statisticsShapes.ts';
import { TextEditor } from './text/TextEditor.tsx';
import type { ValueEditorProps } from './valueEditorProps.ts';

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
