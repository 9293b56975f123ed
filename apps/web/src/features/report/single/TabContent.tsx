import type { ReactNode } from 'react';
import { Unplug } from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { PaneMessage } from '../../../ui/pane/Pane.tsx';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { singleWords as words } from '../reportWords.ts';
import classes from './TabContent.module.css';

/** A tab with text, which scrolls by itself. */
export const TextTab = ({ children }: { readonly children: ReactNode }) => (
  <ScrollRegion label={words.text} className={classes.scroll}>
    <div className={classes.text}>{children}</div>
  </ScrollRegion>
);

/** In place of figures: the report is not shown to this person, for these reasons. */
export const BrokenReport = ({ errors }: { readonly errors: readonly string[] }) => (
  <PaneMessage>
    <StateMessage
      kind="error"
      icon={<Unplug size={28} aria-hidden />}
      title={words.broken}
      detail={
        <>
          <strong>
            <Sentences of={[...new Set(errors)]} />
          </strong>
          <br />
          {words.brokenDetail}
        </>
      }
    />
  </PaneMessage>
);
