import { Loader } from '@mantine/core';
import type { ValueOffer } from '../../api/valueOffer.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { Check, Plus } from '../../ui/icons.ts';
import classes from './ConceptBrowser.module.css';
import { words } from './catalogueWords.ts';
import { Highlighted } from './highlight.tsx';

interface OfferRowProps {
  readonly offer: ValueOffer;
  readonly search: string;
}

/** A value with its concept, and the subjects that the cohort would have with it. */
export function OfferRow({ offer, search }: OfferRowProps) {
  const { hit, kind, count, isPending } = offer;
  return (
    <>
      <span className={classes.offerMark} data-kind={kind}>
        {isPending ? (
          <Loader size={14} />
        ) : kind === 'held' ? (
          <Check size={16} aria-hidden />
        ) : (
          <Plus size={16} aria-hidden />
        )}
      </span>
      <span className={classes.hitText}>
        <span className={classes.hitName}>
          <Highlighted text={hit.text} search={search} />
        </span>
        <span className={classes.hitPath}>
          {kind === 'joins' && <span className={classes.joins}>{words.joins}</span>}
          <Highlighted text={hit.concept.name} search={search} />
          {hit.alsoCalled !== undefined && (
            <>
              {' · '}
              <Highlighted text={words.alsoCalled(hit.alsoCalled)} search={search} />
            </>
          )}
        </span>
      </span>
      <span className={classes.offerCount}>
        {kind === 'held'
          ? words.isHeld
          : count === undefined
            ? '…'
            : count === null
              ? ''
              : formatCount(count)}
      </span>
    </>
  );
}
