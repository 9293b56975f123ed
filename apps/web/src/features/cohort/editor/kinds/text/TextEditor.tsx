import type { ConceptStatistics } from '@atrium/contract/wire/statistics';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { statisticsOptions, type TextPage } from '../../conceptQueries.ts';
import { ChosenList } from '../../values/ChosenList.tsx';
import { arrived } from '../../values/cohortPart.ts';
import { PasteBox } from '../../values/PasteBox.tsx';
import { StatisticsGate, useCohortPart } from '../../values/StatisticsGate.tsx';
import { UnchosenValues } from '../../values/UnchosenValues.tsx';
import { ValueChart } from '../../values/ValueChart.tsx';
import panes from '../../values/values.module.css';
import { type ConceptKind, chartFileName, type KindEditorProps, toggleIn } from '../kind.ts';
import {
  asTexts,
  initialTexts,
  requestOfPage,
  type TextDraft,
  textDraft,
  textsToFilter,
  withPastedTexts,
} from './textDraft.ts';
import { ValuesPane } from './ValuesPane.tsx';

type TextEditorProps = KindEditorProps<TextDraft>;

/** Texts to search and tick on one side, the chosen ones on the other. */
function TextEditor(props: TextEditorProps) {
  const { request, statistics, draft, onChange, onUpdate, toFilter } = props;
  const [clearedAt, setClearedAt] = useState(0);
  const [page, setPage] = useState<TextPage>({ search: props.search, page: 1 });
  return (
    <StatisticsGate request={request} statistics={statistics}>
      {() => (
        <>
          <div className={panes.panes}>
            <div className={panes.browse}>
              <ValuesPane
                request={request}
                page={page}
                onPage={setPage}
                chosen={draft.values}
                onChange={(values) => onChange({ ...draft, values })}
              />
              <PasteBox
                key={clearedAt}
                dataset={request.dataset}
                onAdd={(pasted) => onUpdate((held) => withPastedTexts(held, pasted))}
                toFilter={(values) => toFilter({ ...draft, values })}
              />
            </div>
            <div className={panes.pane}>
              <ChosenList
                what="value"
                items={draft.values.map((value) => ({ key: value, label: value }))}
                onRemove={(key) =>
                  onChange({ ...draft, values: draft.values.filter((held) => held !== key) })
                }
                onClear={() => {
                  onChange({ ...draft, values: [] });
                  setClearedAt(clearedAt + 1);
                }}
              />
              <UnchosenValues
                dataset={request.dataset}
                conceptId={request.conceptId}
                chosen={draft.values}
                subject={props.nouns.subject}
                onAdd={({ text }) => onChange({ ...draft, values: [...draft.values, text] })}
              />
            </div>
          </div>
          <PageChart {...props} page={page} />
        </>
      )}
    </StatisticsGate>
  );
}

export const textKind: ConceptKind<TextDraft> = {
  name: 'Text',
  draft: textDraft,
  initial: initialTexts,
  toFilter: textsToFilter,
  Editor: TextEditor,
};

/** The values of the page, or the first hits of a search, as bars. */
function PageChart({ page, draft, onChange, ...props }: TextEditorProps & { readonly page: TextPage }) {
  const request = requestOfPage(props.request, page);
  const { data } = useQuery(statisticsOptions(request));
  const part = useCohortPart(request, props.cohort);
  const ofCohort = arrived(part) ?? null;
  const listed = (given: ConceptStatistics | undefined) =>
    (given === undefined ? null : asTexts(given))?.paginatedResults.flatMap(({ value, count }) =>
      count === undefined ? [] : [{ key: value, label: value, count }],
    ) ?? [];
  return (
    <ValueChart
      name={props.conceptName}
      record={props.nouns.record}
      fileName={chartFileName(request)}
      values={listed(data)}
      cohort={part}
      part={ofCohort && new Map(listed(ofCohort).map(({ key, count }) => [key, count]))}
      isChosen={(value) => draft.values.includes(value)}
      onToggle={(value) => onChange({ ...draft, values: toggleIn(draft.values, value) })}
    />
  );
}
