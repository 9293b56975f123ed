import { type ConceptStatistics, unreachable } from '@atrium/contract';
import { useCohortPart } from './chart/useCohortPart.ts';
import { ChoiceEditor } from './choice/ChoiceEditor.tsx';
import type { Draft } from './editorState.ts';
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
  const { asked, draft, statistics } = props;
  if (draft.kind === 'ontology') return <OntologyEditor {...props} draft={draft} />;
  if (draft.kind === 'text') return <TextEditor {...props} draft={draft} />;
  return (
    <StatisticsGate kind={draft.kind} statistics={statistics} isCohortOnly={asked.scope.kind === 'cohort'}>
      {(found) => <CountedEditor {...props} draft={draft} found={found} />}
    </StatisticsGate>
  );
}

/** Charts of a concept are saved under the names of dataset and concept. */
export const chartFileName = ({ dataset, conceptId }: ValueEditorProps['asked']): string =>
  `${dataset}-${conceptId}`;

interface CountedEditorProps extends ValueEditorProps {
  readonly draft: Exclude<Draft, { kind: 'ontology' | 'text' }>;
  readonly found: ConceptStatistics;
}

function CountedEditor({ draft, found, ...props }: CountedEditorProps) {
  const part = useCohortPart(props.asked, props.cohort);
  const common = {
    name: props.conceptName,
    fileName: chartFileName(props.asked),
    onChange: props.onChange,
    errors: props.errors,
    part,
  };
  const measured = asMeasured(found);
  switch (draft.kind) {
    case 'choice':
      return <ChoiceEditor {...common} draft={draft} statistics={asChoices(found)} />;
    case 'range':
      return <NumberEditor {...common} draft={draft} statistics={measured && asNumbers(measured)} />;
    case 'age':
      return <AgeEditor {...common} draft={draft} statistics={measured && asAges(measured)} />;
    case 'date':
      return (
        <DateEditor
          {...common}
          draft={draft}
          statistics={measured && asDates(measured)}
          onMode={props.onMode}
        />
      );
    default:
      return unreachable(draft);
  }
}
