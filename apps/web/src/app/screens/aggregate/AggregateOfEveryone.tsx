import { Aggregate } from '../../../features/analysis/Aggregate.tsx';
import { ConceptBrowser } from '../../../features/catalogue/ConceptBrowser.tsx';
import classes from '../cohort/layout.module.css';
import type { AggregateShown } from './aggregateShown.ts';

const everyone = { kind: 'everyone' } as const;

/** The cross-tab of a member who may see aggregates only: there is no cohort, and everyone is counted. */
export function AggregateOfEveryone({ filters: _, ...shown }: AggregateShown) {
  return (
    <div className={classes.screen}>
      <div className={classes.main}>
        <Aggregate
          {...shown}
          population={everyone}
          browse={(given) => <ConceptBrowser dataset={shown.dataset} use="analysis" {...given} />}
          toQuery={null}
        />
      </div>
    </div>
  );
}
