import { maxTermLevel } from '@atrium/contract/wire/analysis';
import { Menu, UnstyledButton } from '@mantine/core';
import { ChevronDown } from '../../../ui/icons.ts';
import { levelWords } from '../analysisWords.ts';
import classes from './Grid.module.css';
import type { AxisActions, AxisConcept } from './gridLayout.ts';

interface LevelMenuProps extends Pick<AxisActions, 'onLevel'> {
  readonly concept: AxisConcept;
}

const levels = Array.from({ length: maxTermLevel }, (_, index) => index + 1);

/** Chooses whether a term is counted for itself, or terms of a level with all narrower ones. */
export function LevelMenu({ concept, onLevel }: LevelMenuProps) {
  const { level } = concept;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes.level} aria-label={levelWords.choose(concept.label)}>
          {level === undefined ? levelWords.exact : levelWords.level(level)}
          <ChevronDown size={12} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{levelWords.hint}</Menu.Label>
        <Menu.Item disabled={level === undefined} onClick={() => onLevel(concept, undefined)}>
          {levelWords.exactLong}
        </Menu.Item>
        {levels.map((one) => (
          <Menu.Item key={one} disabled={level === one} onClick={() => onLevel(concept, one)}>
            {levelWords.levelLong(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
