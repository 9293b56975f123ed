import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Button } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { pathOptions } from '../../features/catalogue/catalogueQueries.ts';
import { FavouriteButton } from '../../features/catalogue/marks/MarkedConcepts.tsx';
import { cohortOptions } from '../../features/cohort/cohortQueries.ts';
import { ConceptEditor } from '../../features/cohort/editor/ConceptEditor.tsx';
import { prefetchConcept } from '../../features/cohort/editor/conceptQueries.ts';
import { EditorSkeleton } from '../../features/cohort/editor/EditorSkeleton.tsx';
import { ValueOffers } from '../../features/cohort/find/ValueOffers.tsx';
import { LoadFailed } from '../../features/cohort/LoadFailed.tsx';
import { CountStrip } from '../../features/cohort/panel/CountStrip.tsx';
import { FilterPanel } from '../../features/cohort/panel/FilterPanel.tsx';
import { ProposalBanner } from '../../features/cohort/proposal/ProposalBanner.tsx';
import { specialWords } from '../../features/cohort/special/specialWords.ts';
import { ArrowRight, BookmarkPlus, Scale } from '../../ui/icons.ts';
import type { querySearch } from '../search.ts';
import { NotFound } from '../shell/ScreenMessages.tsx';
import { site } from '../site.ts';
import { useIsHere } from '../useIsHere.ts';
import { pane, usePanes } from '../usePanes.ts';
import { useSaveReport } from '../useSaveReport.tsx';
import layout from './layout.module.css';
import classes from './QueryScreen.module.css';
import { QuickStart } from './QuickStart.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { SidePanel } from './SidePanel.tsx';

const SpecialConcepts = lazy(async () => ({
  default: (await import('../../features/cohort/special/SpecialConcepts.tsx')).SpecialConcepts,
}));

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
  const { concept, entry, scope, view } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const client = useQueryClient();
  const path = useQuery({ ...pathOptions(dataset, concept ?? ''), enabled: concept !== undefined });
  const middle = useRef<HTMLElement>(null);
  const isWide = useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });
  const [browserToggled, setBrowserToggled] = useState<boolean>();
  const cohort = useCohortPanel();
  const [areShortcutsOpen, shortcuts] = useDisclosure(false);
  /** The concept that was opened by keyboard: its editor takes the focus. */
  const [opened, setOpened] = useState<string>();
  /** The words for which values of a concept were found: its editor looks for them. */
  const [found, setFound] = useState({ concept: '', words: '' });
  usePanes();
  const saving = useSaveReport(dataset, {});

  const open = (opened: { concept: string; entry?: string | undefined }) => {
    void navigate({ search: ({ scope: held }) => ({ ...opened, scope: held }) });
    if (!isWide) {
      setBrowserToggled(undefined);
      middle.current?.scrollIntoView({ block: 'start' });
    }
  };
  const showSpecial = () => {
    void navigate({ search: ({ scope: held }) => ({ scope: held, view: 'special' }) });
    if (!isWide) middle.current?.scrollIntoView({ block: 'start' });
  };
  const choose = (chosen: ConceptSummary, words = '') => {
    setFound({ concept: chosen.conceptId, words });
    setOpened(isByKeyboard() ? chosen.conceptId : undefined);
    if (scope !== 'cohort') prefetchConcept(client, dataset, chosen);
    open({ concept: chosen.conceptId });
  };

  return (
    <div className={`${layout.screen} ${classes.screen}`} data-columns={3}>
      <Shortcuts isOpen={areShortcutsOpen} onOpen={shortcuts.open} onClose={shortcuts.close} />
      <div className={classes.strip}>
        <CountStrip dataset={dataset} onShow={cohort.show} />
      </div>
      <SidePanel
        side="left"
        label="Concepts"
        isOpen={browserToggled ?? (isWide || (concept === undefined && view === undefined))}
        onToggle={setBrowserToggled}
      >
        <ConceptBrowser
          dataset={dataset}
          use="cohort"
          selected={concept === undefined ? [] : [concept]}
          revealed={path.data ?? []}
          onSelect={choose}
          Offers={ValueOffers}
        />
      </SidePanel>
      <section
        ref={middle}
        className={classes.middle}
        data-open={concept === undefined && view === undefined ? undefined : true}
        aria-label="Concept"
        {...pane}
      >
        {concept === undefined && view === 'special' ? (
          <Suspense fallback={<EditorSkeleton />}>
            <SpecialConcepts dataset={dataset} onOpen={(conceptId) => open({ concept: conceptId })} />
          </Suspense>
        ) : concept === undefined ? (
          <QuickStart dataset={dataset} onShortcuts={shortcuts.open} />
        ) : (
          <OpenConcept
            key={concept === found.concept ? found.words : ''}
            concept={concept}
            search={concept === found.concept ? found.words : ''}
            takesFocus={opened === concept}
          />
        )}
      </section>
      <SidePanel side="right" label="Cohort" isOpen={cohort.isOpen} onToggle={cohort.setIsOpen}>
        <div ref={cohort.ref} tabIndex={-1} className={`${layout.filters} ${classes.filters}`}>
          {site.assistants && <ProposalBanner dataset={dataset} />}
          <FilterPanel
            dataset={dataset}
            editing={entry}
            onEdit={({ conceptId, entryId }) => open({ concept: conceptId, entry: entryId })}
            onward={<Onward dataset={dataset} onSave={saving.open} onSpecial={showSpecial} />}
          />
        </div>
      </SidePanel>
      {saving.dialog}
    </div>
  );
}

/** Whether the cohort is shown; the strip of counts shows it, and leads to it. */
function useCohortPanel() {
  const [isOpen, setIsOpen] = useState(true);
  const ref = useRef<HTMLDivElement>(null);
  const show = () => {
    flushSync(() => setIsOpen(true));
    ref.current?.scrollIntoView({ block: 'start' });
    ref.current?.focus({ preventScroll: true });
  };
  return { ref, isOpen, setIsOpen, show };
}

interface OpenConceptProps {
  readonly concept: string;
  readonly search: string;
  readonly takesFocus: boolean;
}

/** The editor of the open concept, once the cohort is loaded. */
function OpenConcept({ concept, search, takesFocus }: OpenConceptProps) {
  const { dataset } = useParams({ from: here });
  const { entry, scope, tab } = useSearch({ from: here });
  const navigate = useNavigate({ from: here });
  const isHere = useIsHere(here, dataset);
  const cohort = useQuery(cohortOptions(dataset));
  const change = (part: Partial<z.infer<typeof querySearch>>) =>
    void navigate({ search: (held) => ({ ...held, ...part }), replace: true });
  if (cohort.data === undefined)
    return cohort.isError ? (
      <LoadFailed error={cohort.error} retry={() => void cohort.refetch()} />
    ) : (
      <EditorSkeleton />
    );
  return (
    <ConceptEditor
      dataset={dataset}
      view={cohort.data}
      conceptId={concept}
      entryId={entry}
      search={search}
      takesFocus={takesFocus}
      isCohortOnly={scope === 'cohort'}
      onCohortOnly={(on) => change({ scope: on ? 'cohort' : undefined })}
      tab={tab}
      onTab={(opened) => change({ tab: opened })}
      besideName={(shown) => <FavouriteButton dataset={dataset} concept={shown} />}
      onEntry={(entryId) => {
        if (isHere()) change({ entry: entryId });
      }}
    />
  );
}

interface OnwardProps {
  readonly dataset: string;
  readonly onSave: () => void;
  readonly onSpecial: () => void;
}

/** Where a cohort leads: to its rows, into a report, or to what is special about it. */
const Onward = ({ dataset, onSave, onSpecial }: OnwardProps) => (
  <>
    <Button
      rightSection={<ArrowRight size={16} aria-hidden />}
      renderRoot={(props) => <Link to="/$dataset/results" params={{ dataset }} {...props} />}
    >
      View results
    </Button>
    <Button variant="default" leftSection={<BookmarkPlus size={16} aria-hidden />} onClick={onSave}>
      Save as a report
    </Button>
    <Button variant="subtle" leftSection={<Scale size={16} aria-hidden />} onClick={onSpecial}>
      {specialWords.open}
    </Button>
  </>
);

const isByKeyboard = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;
