import type { ShownCount } from '@atrium/contract';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { ExplainedSwitch } from '../../ExplainedSwitch.tsx';
import { words } from '../../words.ts';
import { ChosenList } from '../ChosenList.tsx';
import { type DraftOf, termKey } from '../editorState.ts';
import panes from '../panes.module.css';

interface ChosenTermsProps {
  readonly draft: DraftOf<'ontology'>;
  readonly onChange: (draft: DraftOf<'ontology'>) => void;
  readonly onClear: () => void;
  /** Subjects with a code that the ontology does not hold. */
  readonly unknown: ShownCount | undefined;
}

/** The chosen terms, and whether records with unrecognised codes are kept. */
export function ChosenTerms({ draft, onChange, onClear, unknown }: ChosenTermsProps) {
  return (
    <div className={panes.pane}>
      <ExplainedSwitch
        label={words.unknownCodes}
        detail={unknown === undefined ? undefined : `${formatCount(unknown)} subjects`}
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
    </div>
  );
}
