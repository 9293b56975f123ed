import type { OntologyTermRef } from '@atrium/contract/wire/cohortDefinition';
import type { ConceptStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Noun, quantityOf } from '../../../../../api/nouns.ts';
import { words } from '../../../cohortWords.ts';
import { ExplainedSwitch } from '../../../ExplainedSwitch.tsx';
import { statisticsOptions } from '../../conceptQueries.ts';
import { ChosenList } from '../../values/ChosenList.tsx';
import { arrived } from '../../values/cohortPart.ts';
import { PasteBox } from '../../values/PasteBox.tsx';
import { StatisticsGate, useCohortPart } from '../../values/StatisticsGate.tsx';
import { UnchosenValues } from '../../values/UnchosenValues.tsx';
import { ValueChart } from '../../values/ValueChart.tsx';
import panes from '../../values/values.module.css';
import { type ConceptKind, chartFileName, type KindEditorProps } from '../kind.ts';
import { BrowsePane } from './BrowsePane.tsx';
import {
  asTerms,
  initialTerms,
  type OntologyDraft,
  ontologyDraft,
  termKey,
  termsToFilter,
  toggleTerm,
  withPastedTerms,
  withSavedTerms,
} from './ontologyDraft.ts';
import { type OntologyWalk, useOntologyWalk } from './useOntologyWalk.ts';

type OntologyEditorProps = KindEditorProps<OntologyDraft>;

/** Terms to browse or search on one side, the chosen ones on the other. */
function OntologyEditor(props: OntologyEditorProps) {
  const { request, statistics, draft, onChange, onUpdate, toFilter } = props;
  const [clearedAt, setClearedAt] = useState(0);
  const walk = useOntologyWalk(request, props.search);
  const found = useQuery(statisticsOptions(walk.request));
  const toggle = (term: OntologyTermRef) => onChange({ ...draft, terms: toggleTerm(draft.terms, term) });
  return (
    <StatisticsGate request={request} statistics={statistics}>
      {(atTop) => (
        <>
          <div className={panes.panes}>
            <div className={panes.browse}>
              <BrowsePane
                walk={walk}
                found={found}
                nouns={props.nouns}
                chosen={draft.terms}
                onToggle={toggle}
              />
              <PasteBox
                key={clearedAt}
                dataset={request.dataset}
                onAdd={(pasted) => onUpdate((held) => withPastedTerms(held, pasted))}
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
              subject={props.nouns.subject}
              of={{ dataset: request.dataset, conceptId: request.conceptId }}
            />
          </div>
          <TermChart {...props} walk={walk} found={found.data} onToggle={toggle} />
        </>
      )}
    </StatisticsGate>
  );
}

export const ontologyKind: ConceptKind<OntologyDraft> = {
  name: 'Ontology',
  draft: ontologyDraft,
  initial: initialTerms,
  toFilter: termsToFilter,
  Editor: OntologyEditor,
  afterSave: withSavedTerms,
};

interface ChosenTermsProps extends Pick<OntologyEditorProps, 'draft' | 'onChange'> {
  readonly onClear: () => void;
  /** Subjects with a code that the ontology does not hold. */
  readonly unknown: ShownCount | undefined;
  readonly subject: Noun;
  readonly of: { readonly dataset: string; readonly conceptId: string };
}

/** The chosen terms, and whether records with unrecognised codes are kept. */
function ChosenTerms({ draft, subject, of, onChange, onClear, unknown }: ChosenTermsProps) {
  return (
    <div className={panes.pane}>
      <ExplainedSwitch
        label={words.unknownCodes}
        detail={unknown === undefined ? undefined : quantityOf(unknown, subject)}
        tip={words.unknownCodesTip}
        checked={draft.includeUnknown}
        onChange={(includeUnknown) => onChange({ ...draft, includeUnknown })}
      />
      <ChosenList
        what="term"
        items={draft.terms.map((term) => ({
          key: termKey(term),
          label: term.label,
          detail: term.kind === 'term' ? term.code : undefined,
        }))}
        onRemove={(key) => onChange({ ...draft, terms: draft.terms.filter((held) => termKey(held) !== key) })}
        onClear={() => {
          onChange({ ...draft, terms: [] });
          onClear();
        }}
      />
      <UnchosenValues
        {...of}
        chosen={draft.terms.flatMap((term) => (term.kind === 'term' ? [term.code] : []))}
        subject={subject}
        onAdd={({ code, text }) =>
          code !== undefined && onChange({ ...draft, terms: toggleTerm(draft.terms, { code, label: text }) })
        }
      />
    </div>
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
  const ofCohort = arrived(part) ?? null;
  const listed = (given: ConceptStatistics | undefined) =>
    (given === undefined ? null : asTerms(given))?.actionResults ?? [];
  const terms = listed(found);
  const current = walk.trail.at(-1)?.label;
  return (
    <ValueChart
      name={current === undefined ? props.conceptName : `${props.conceptName}: ${current}`}
      record={props.nouns.record}
      fileName={chartFileName(props.request)}
      values={terms.flatMap(({ code, label, count }) =>
        count === undefined || count === 0 ? [] : [{ key: code, label, count }],
      )}
      cohort={part}
      part={ofCohort && new Map(listed(ofCohort).map(({ code, count }) => [code, count ?? 0] as const))}
      isChosen={(code) => draft.terms.some((held) => termKey(held) === code)}
      onToggle={(code) => {
        const term = terms.find((one) => one.code === code);
        if (term !== undefined) onToggle({ code, label: term.label });
      }}
    />
  );
}
