import type { ConceptStatistics, OntologyTermRef } from '@atrium/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCohortPart } from '../chart/useCohortPart.ts';
import { ValueChart } from '../chart/ValueChart.tsx';
import { statisticsOptions } from '../conceptQueries.ts';
import { type DraftOf, termKey, toggleTerm } from '../editorState.ts';
import { PasteBox } from '../PasteBox.tsx';
import panes from '../panes.module.css';
import { StatisticsGate } from '../StatisticsGate.tsx';
import { asTerms } from '../statisticsShapes.ts';
import type { ValueEditorProps } from '../valueEditorProps.ts';
import { BrowsePane } from './BrowsePane.tsx';
import { ChosenTerms } from './ChosenTerms.tsx';
import { type OntologyWalk, useOntologyPlace } from './useOntologyPlace.ts';

interface OntologyEditorProps extends Omit<ValueEditorProps, 'draft'> {
  readonly draft: DraftOf<'ontology'>;
}

/** Terms to browse or search on one side, the chosen ones on the other. */
export function OntologyEditor(props: OntologyEditorProps) {
  const { asked, statistics, draft, onChange, onAdd, toFilter } = props;
  const [clearedAt, setClearedAt] = useState(0);
  const walk = useOntologyPlace(asked);
  const found = useQuery(statisticsOptions(walk.request));
  const toggle = (term: OntologyTermRef) => onChange({ ...draft, terms: toggleTerm(draft.terms, term) });
  return (
    <StatisticsGate kind="ontology" statistics={statistics} isCohortOnly={asked.scope.kind === 'cohort'}>
      {(atTop) => (
        <>
          <div className={panes.panes}>
            <div className={panes.browse}>
              <BrowsePane walk={walk} found={found} chosen={draft.terms} onToggle={toggle} />
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
              unknown={asTerms(atTop)?.unknown.subjects}
            />
          </div>
          <TermChart {...props} walk={walk} found={found.data} onToggle={toggle} />
        </>
      )}
    </StatisticsGate>
  );
}

interface TermChartProps extends OntologyEditorProps {
  readonly walk: OntologyWalk;
  readonly found: ConceptStatistics | undefined;
  readonly onToggle: (term: OntologyTermRef) => void;
}

/** The terms that are listed, as bars. */
function TermChart({ walk, found, draft, onToggle, ...props }: TermChartProps) {
  const part = useCohortPart(walk.request, props.cohort);
  const listed = (given: ConceptStatistics | undefined) =>
    (given === undefined ? null : asTerms(given))?.actionResults ?? [];
  const terms = listed(found);
  const place = walk.trail.at(-1)?.label;
  return (
    <ValueChart
      name={place === undefined ? props.conceptName : `${props.conceptName}: ${place}`}
      fileName={`${props.asked.dataset}-${props.asked.conceptId}`}
      values={terms.flatMap(({ code, label, count }) =>
        count === undefined || count === 0 ? [] : [{ key: code, label, count }],
      )}
      part={
        part === undefined
          ? null
          : new Map(listed(part).map(({ code, count }) => [code, count ?? 0] as const))
      }
      isChosen={(code) => draft.terms.some((held) => termKey(held) === code)}
      onToggle={(code) => {
        const term = terms.find((one) => one.code === code);
        if (term !== undefined) onToggle({ code, label: term.label });
      }}
    />
  );
}
