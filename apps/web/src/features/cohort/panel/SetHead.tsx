import { oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';
import { CalendarPlus, Pencil, Users, X } from '../../../ui/icons.ts';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { setSentence } from '../criteriaSet/setSentence.ts';
import { setName } from '../setName.ts';
import { AboutSelect } from './AboutSelect.tsx';
import classes from './CriteriaSetCard.module.css';
import type { CriteriaSetCardProps } from './SetEntries.tsx';

/** The condition of a set, and the actions on the whole set. */
export function SetHead(props: CriteriaSetCardProps) {
  const { set, sets, collections, actions } = props;
  const name = setName(set);
  const mayHaveRule = set.hasEventField && set.eventRuleLabel === undefined;
  const hasFamilies = collections?.some(({ relatives }) => relatives !== undefined) === true;
  const mayAskParents =
    hasFamilies &&
    set.isRootCollection !== true &&
    set.isPathway !== true &&
    set.about === undefined &&
    set.entries.length > 0;
  const tool = (label: string, tip: string, icon: ReactNode, onClick: () => void) => (
    <ActionIcon variant="subtle" color="gray" size={24} aria-label={label} title={tip} onClick={onClick}>
      {icon}
    </ActionIcon>
  );
  return (
    <div className={classes.head}>
      <SetTitle set={set} sets={sets} collections={collections} />
      <span className={classes.tools}>
        {set.isRootCollection !== true &&
          set.isPathway !== true &&
          set.canNotEdit !== true &&
          tool(setWords.edit(name), setWords.editTip, <Pencil size={14} />, () => actions.openSet(set))}
        {mayHaveRule &&
          tool(setWords.addRule(name), setWords.addRuleTip, <CalendarPlus size={15} />, () =>
            actions.openRule(set),
          )}
        {mayAskParents &&
          tool(setWords.askParents(name), setWords.askParents(name), <Users size={15} />, () =>
            actions.edit([{ kind: 'add_trio', entryId: set.entryId }]),
          )}
        <ActionIcon
          variant="subtle"
          color="red"
          size={24}
          aria-label={setWords.removeSet(name)}
          title={setWords.removeSet(name)}
          onClick={() => actions.remove(set, 'set')}
        >
          <X size={15} />
        </ActionIcon>
      </span>
      {set.isPathway !== true && <AboutSelect {...props} />}
    </div>
  );
}

/** The name of a set, where it has one or needs one, and its condition. */
export function SetTitle({
  set,
  sets,
  collections,
}: Pick<CriteriaSetCardProps, 'set' | 'sets' | 'collections'>) {
  const isNamed = set.alias !== '' || set.referencedByOtherEvent === true || isOneOfMany(set, sets);
  return (
    <span className={classes.title}>
      {isNamed && set.isRootCollection !== true && <strong className={classes.alias}>{setName(set)}</strong>}
      <Heading set={set} collections={collections} />
    </span>
  );
}

function Heading({ set, collections }: Pick<CriteriaSetCardProps, 'set' | 'collections'>) {
  const sentence = setSentence(set, collections);
  if (sentence === undefined) return <SafeHtml html={set.label} />;
  return (
    <span>
      {sentence.before}
      <strong>{sentence.noun}</strong>
      {sentence.after}
    </span>
  );
}

const isOneOfMany = (set: CriteriaSetCardProps['set'], sets: CriteriaSetCardProps['sets']): boolean =>
  set.about !== oneOfFamily && sets.some((other) => other !== set && other.collectionId === set.collectionId);
