import type { ComparisonPathway } from '@atrium/contract/endpoints/comparison';
import type { PathwayBand } from '@atrium/contract/wire/pathway';
import { Button } from '@mantine/core';
import { formatCount } from '../../lib/formatNumber.ts';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './Compare.module.css';
import { bandName, type PathwayNames, waitText, pathwayWords as words } from './pathwayWords.ts';

interface PathwayTableProps {
  readonly found: ComparisonPathway;
  readonly names: PathwayNames;
  readonly isStale: boolean;
  readonly onBand: (band: PathwayBand, name: string) => void;
}

/** A row for the group and for each stage; each figure becomes the active cohort (rule 17.33). */
export function PathwayTable({ found, names, isStale, onBand }: PathwayTableProps) {
  const { group, stages, refusal } = found;
  const figure = (count: number, band: PathwayBand) => {
    const name = bandName(band, names);
    const shown = formatCount(count);
    if (refusal !== null || count === 0) return shown;
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        disabled={isStale}
        aria-label={`${shown} ${name}: make active`}
        onClick={() => onBand(band, name)}
      >
        {shown}
      </Button>
    );
  };
  const { columns } = words;
  return (
    <ScrollRegion label={words.tableName} className={classes.region}>
      <table className={classes.table} aria-label={words.tableName} aria-busy={isStale}>
        <thead>
          <tr>
            {[columns.stage, columns.reached, columns.wait, columns.stayed].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
            {names.exits.map((name) => (
              <th key={name} scope="col">
                {words.leftBy(name)}
              </th>
            ))}
            <th scope="col">{columns.waiting}</th>
            <th scope="col">{columns.unknown}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">{group.title}</th>
            <td>{formatCount(group.count)}</td>
            <td>–</td>
            <td>{figure(found.notReached, { reached: 0, way: 'stayed' })}</td>
            {names.exits.map((name) => (
              <td key={name}>–</td>
            ))}
            <td>–</td>
            <td>–</td>
          </tr>
          {stages.map((stage, index) => {
            const reached = index + 1;
            const isLast = reached === stages.length;
            return (
              <tr key={names.stages[index]}>
                <th scope="row">{names.stages[index]}</th>
                <td>{figure(stage.reached, { reached, way: 'reached' })}</td>
                <td className={classes.wait}>{waitText(stage)}</td>
                <td>{isLast ? '–' : figure(stage.reached - stage.next, { reached, way: 'stayed' })}</td>
                {stage.left.map((count, exit) => (
                  <td key={names.exits[exit]}>{figure(count, { reached, way: exitOf(exit) })}</td>
                ))}
                <td>{figure(stage.waiting, { reached, way: 'waiting' })}</td>
                <td>{figure(stage.unknown, { reached, way: 'unknown' })}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

/** A pathway has at most four ways to leave. */
const exitOf = (exit: number): PathwayBand['way'] => ([0, 1, 2, 3] as const)[exit] ?? 'stayed';
