import { useState } from 'react';
import type { DraftOf } from '../editorState.ts';
import { toggleTerm } from '../editorState.ts';
import { PasteBox } from '../PasteBox.tsx';
import panes from '../panes.module.css';
import { StatisticsGate } from '../StatisticsGate.tsx';
import { asTerms } from '../statisticsShapes.ts';
import type { ValueEditorProps } from '../valueEditorProps.ts';
import { BrowsePane } from './BrowsePane.tsx';
import { ChosenTerms } from './ChosenTerms.tsx';

interface OntologyEditorProps extends Omit<ValueEditorProps, 'draft'> {
  readonly draft: DraftOf<'ontology'>;
}

/** Terms to browse or search on one side, the chosen ones on the other. */
export function OntologyEditor({ asked, statistics, draft, onChange, onAdd, toFilter }: OntologyEditorProps) {
  const [clearedAt, setClearedAt] = useState(0);
  return (
    <StatisticsGate statistics={statistics} isCohortOnly={asked.scope.kind === 'cohort'}>
      {(found) => (
        <div className={panes.panes}>
          <div className={panes.browse}>
            <BrowsePane
              asked={asked}
              chosen={draft.terms}
              onToggle={(term) => onChange({ ...draft, terms: toggleTerm(draft.terms, term) })}
            />
            <PasteBox
              key={clearedAt}
              dataset={asked.dataset}
              onAdd={onAdd}
              toFilter={(values) =>
                toFilter({ ...draft, terms: values.map((label) => ({ kind: 'pasted', label })) })
              }
            />
          </div>
          <ChosenTerms
            draft={draft}
            onChange={onChange}
            onClear={() => setClearedAt(clearedAt + 1)}
            unknown={asTerms(found)?.unknown.subjects}
          />
        </div>
      )}
    </StatisticsGate>
  );
}
