import { useState } from 'react';
import { ChosenList } from '../ChosenList.tsx';
import type { DraftOf } from '../editorState.ts';
import { PasteBox } from '../PasteBox.tsx';
import panes from '../panes.module.css';
import { StatisticsGate } from '../StatisticsGate.tsx';
import type { ValueEditorProps } from '../valueEditorProps.ts';
import { ValuesPane } from './ValuesPane.tsx';

interface TextEditorProps extends Omit<ValueEditorProps, 'draft'> {
  readonly draft: DraftOf<'text'>;
}

/** Texts to search and tick on one side, the chosen ones on the other. */
export function TextEditor({ asked, statistics, draft, onChange, onAdd, toFilter }: TextEditorProps) {
  const [clearedAt, setClearedAt] = useState(0);
  return (
    <StatisticsGate statistics={statistics} isCohortOnly={asked.scope.kind === 'cohort'}>
      {() => (
        <div className={panes.panes}>
          <div className={panes.browse}>
            <ValuesPane
              asked={asked}
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
              onRemove={(key) => onChange({ ...draft, values: draft.values.filter((held) => held !== key) })}
              onClear={() => {
                onChange({ ...draft, values: [] });
                setClearedAt(clearedAt + 1);
              }}
            />
          </div>
        </div>
      )}
    </StatisticsGate>
  );
}
