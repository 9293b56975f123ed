import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChosenList } from '../ChosenList.tsx';
import { useCohortPart } from '../chart/useCohortPart.ts';
import { ValueChart } from '../chart/ValueChart.tsx';
import { statisticsOptions, type TextPage } from '../conceptQueries.ts';
import { type DraftOf, toggleIn } from '../editorState.ts';
import { PasteBox } from '../PasteBox.tsx';
import panes from '../panes.module.css';
import { StatisticsGate } from '../StatisticsGate.tsx';
import { asTexts } from '../statisticsShapes.ts';
import type { ValueEditorProps } from '../valueEditorProps.ts';
import { textRequest, ValuesPane } from './ValuesPane.tsx';

interface TextEditorProps extends Omit<ValueEditorProps, 'draft'> {
  readonly draft: DraftOf<'text'>;
}

/** Texts to search and tick on one side, the chosen ones on the other. */
export function TextEditor(props: TextEditorProps) {
  const { asked, statistics, draft, onChange, onAdd, toFilter } = props;
  const [clearedAt, setClearedAt] = useState(0);
  const [at, setAt] = useState<TextPage>({ search: '', page: 1 });
  return (
    <StatisticsGate kind="text" statistics={statistics} isCohortOnly={asked.scope.kind === 'cohort'}>
      {() => (
        <>
          <div className={panes.panes}>
            <div className={panes.browse}>
              <ValuesPane
                asked={asked}
                at={at}
                onPlace={setAt}
                chosen={draft.values}
                onChange={(values) => onChange({ ...draft, values })}
              />
              <PasteBox
                key={clearedAt}
                dataset={asked.dataset}
                onAdd={onAdd}
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
            </div>
          </div>
          <PageChart {...props} at={at} />
        </>
      )}
    </StatisticsGate>
  );
}

/** The values of the page, or the first hits of a search, as bars. */
function PageChart({ at, draft, onChange, ...props }: TextEditorProps & { readonly at: TextPage }) {
  const asked = textRequest(props.asked, at);
  const { data } = useQuery(statisticsOptions(asked));
  const part = useCohortPart(asked, props.cohort);
  const listed = (given: typeof data) =>
    (given === undefined ? null : asTexts(given))?.paginatedResults.flatMap(({ value, count }) =>
      count === undefined ? [] : [{ key: value, label: value, count }],
    ) ?? [];
  return (
    <ValueChart
      name={props.conceptName}
      fileName={`${asked.dataset}-${asked.conceptId}`}
      values={listed(data)}
      part={part === undefined ? null : new Map(listed(part).map(({ key, count }) => [key, count]))}
      isChosen={(value) => draft.values.includes(value)}
      onToggle={(value) => onChange({ ...draft, values: toggleIn(draft.values, value) })}
    />
  );
}
