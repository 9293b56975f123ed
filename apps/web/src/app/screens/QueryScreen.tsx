import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ArrowRight, BookmarkPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { FavouriteButton } from '../../features/catalogue/marks/MarkedConcepts.tsx';
import { pathOptions } from '../../features/catalogue/queries.ts';
import { ConceptEditor } from '../../features/cohort/editor/ConceptEditor.tsx';
import { prefetchConcept } from '../../features/cohort/editor/conceptQueries.ts';
import { EditorSkeleton } from '../../features/cohort/editor/EditorSkeleton.tsx';
import { LoadFailed } from '../../features/cohort/LoadFailed.tsx';
import { CountStrip } from '../../features/cohort/panel/CountStrip.tsx';
import { FilterPanel } from '../../features/cohort/panel/FilterPanel.tsx';
import { cohortOptions } from '../../features/cohort/queries.ts';
import { NotFound } from '../shell/ScreenMessages.tsx';
import { useIsHere } from '../useIsHere.ts';
import { pane, usePanes } from '../usePanes.ts';
import { useSaveReport } from '../useSaveReport.tsx';
import layout from './layout.module.css';
import classes from './QueryScreen.module.css';
import { QuickStart } from './QuickStart.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { SidePanel } from './SidePanel.tsx';

const here = '/$dataset/query';

const conceptForm = /^[A-Za-z0-9]\w{0,62}$/;

/** An address with what cannot be the id of a concept names nothing. */
export function QueryScreen() {
  const { concept = 'none' } = useSearch({ from: here });
  return conceptForm.test(concept) ? <Columns /> : <NotFound />;
}

/** Three columns: the concepts, the open concept, and the cohort. What is open is part of the address. */
function Columns() {
  const { dataset } = useParams({ from: here });
  const { concept, entry, scope, tab } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const isHere = useIsHere(here, dataset);
  const client = useQueryClient();
  const cohort = useQuery(cohortOptions(dataset));
  const path = useQuery({ ...pathOptions(dataset, concept ?? ''), enabled: concept !== undefined });
  const middle = useRef<HTMLElement>(null);
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [browserToggled, setBrowserToggled] = useState<boolean>();
  const [panelToggled, setPanelToggled] = useState(true);
  const [areShortcutsOpen, shortcuts] = useDisclosure(false);
  /** The concept that was opened by keyboard: its editor takes the focus. */
  const [opened, setOpened] = useState<string>();
  usePanes();
  const saving = useSaveReport(dataset, {});

  const panel = useRef<HTMLDivElement>(null);
  const showPanel = () => {
    flushSync(() => setPanelToggled(true));
    panel.current?.scrollIntoView({ block: 'start' });
    panel.current?.focus({ preventScroll: true });
  };

  const open = (opened: { concept: string; entry?: string | undefined }) => {
    void navigate({ search: ({ scope: held }) => ({ ...opened, scope: held }) });
    if (!isWide) {
      setBrowserToggled(undefined);
      middle.current?.scrollIntoView({ block: 'start' });
    }
  };

  return (
    <div className={`${layout.screen} ${classes.screen}`} data-columns={3}>
      <Shortcuts isOpen={areShortcutsOpen} onOpen={shortcuts.open} onClose={shortcuts.close} />
      <div className={classes.strip}>
        <CountStrip dataset={dataset} onShow={showPanel} />
      </div>
      <SidePanel
        side="left"
        label="Concepts"
        isOpen={browserToggled ?? (isWide || concept === undefined)}
        onToggle={setBrowserToggled}
      >
        <ConceptBrowser
          dataset={dataset}
          use="cohort"
          selected={concept === undefined ? [] : [concept]}
          revealed={path.data ?? []}
          onSelect={(chosen) => {
            setOpened(isByKeyboard() ? chosen.conceptId : undefined);
            if (scope !== 'cohort') prefetchConcept(client, dataset, chosen);
            open({ concept: chosen.conceptId });
          }}
        />
      </SidePanel>
      <section
        ref={middle}
        className={classes.middle}
        data-open={concept === undefined ? undefined : true}
        aria-label="Concept"
        {...pane}
      >
        {concept === undefined ? (
          <QuickStart dataset={dataset} onShortcuts={shortcuts.open} />
        ) : cohort.data !== undefined ? (
          <ConceptEditor
            dataset={dataset}
            view={cohort.data}
            conceptId={concept}
            entryId={entry}
            takesFocus={opened === concept}
            isCohortOnly={scope === 'cohort'}
            onCohortOnly={(on) =>
              void navigate({
                search: (held) => ({ ...held, scope: on ? 'cohort' : undefined }),
                replace: true,
              })
            }
            tab={tab}
            onTab={(opened) => void navigate({ search: (held) => ({ ...held, tab: opened }), replace: true })}
            besideName={(shown) => <FavouriteButton dataset={dataset} concept={shown} />}
            onEntry={(entryId) => {
              if (isHere()) void navigate({ search: (held) => ({ ...held, entry: entryId }), replace: true });
            }}
          />
        ) : cohort.isError ? (
          <LoadFailed error={cohort.error} retry={() => void cohort.refetch()} />
        ) : (
          <EditorSkeleton />
        )}
      </section>
      <SidePanel side="right" label="Cohort" isOpen={panelToggled} onToggle={setPanelToggled}>
        <div ref={panel} tabIndex={-1} className={`${layout.filters} ${classes.filters}`}>
          <FilterPanel
            dataset={dataset}
            editing={entry}
            onEdit={({ conceptId, entryId }) => open({ concept: conceptId, entry: entryId })}
            onward={
              <>
                <Button
                  rightSection={<ArrowRight size={16} aria-hidden />}
                  renderRoot={(props) => <Link to="/$dataset/results" params={{ dataset }} {...props} />}
                >
                  View results
                </Button>
                <Button
                  variant="default"
                  leftSection={<BookmarkPlus size={16} aria-hidden />}
                  onClick={saving.open}
                >
                  Save as a report
                </Button>
              </>
            }
          />
        </div>
      </SidePanel>
      {saving.dialog}
    </div>
  );
}

const isByKeyboard = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;
