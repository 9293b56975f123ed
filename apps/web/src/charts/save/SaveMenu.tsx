import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../lib/saveFile.ts';
import { Download, FileImage, FileText, Image } from '../../ui/icons.ts';
import { csvOf, drawPng } from './chartFiles.ts';
import { nameOfFigure, type SavedFigure } from './figure.ts';
import { standaloneSvg } from './standaloneSvg.ts';

interface SaveMenuProps {
  readonly figure: SavedFigure;
  /** The drawing on the page, or one that is made to be saved. */
  readonly drawing: () => SVGSVGElement | null;
}

/** Saves a figure as a PNG picture, an SVG drawing or CSV figures (rule 17.38). */
export function SaveMenu({ figure, drawing }: SaveMenuProps) {
  const [isFailed, setIsFailed] = useState(false);
  const save = (content: Blob, ending: string, now: Date) =>
    saveFile(content, nameOfFigure(figure, ending, now));
  const saveSvg = () => {
    const [svg, now] = [drawing(), new Date()];
    if (svg === null) return;
    save(new Blob([standaloneSvg(svg, figure, now).text], { type: 'image/svg+xml' }), 'svg', now);
  };
  const savePng = async () => {
    const [svg, now] = [drawing(), new Date()];
    if (svg === null) return;
    try {
      save(await drawPng(standaloneSvg(svg, figure, now)), 'png', now);
      setIsFailed(false);
    } catch {
      setIsFailed(true);
    }
  };
  const saveCsv = () =>
    save(new Blob([csvOf(figure)], { type: 'text/csv;charset=utf-8' }), 'csv', new Date());
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label="Save picture">
          <ActionIcon variant="subtle" color={isFailed ? 'red' : 'gray'} size="sm" aria-label="Save picture">
            <Download size={14} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Image size={14} />} onClick={() => void savePng()}>
          {isFailed ? 'PNG picture (failed; try again)' : 'PNG picture'}
        </Menu.Item>
        <Menu.Item leftSection={<FileImage size={14} />} onClick={saveSvg}>
          SVG drawing
        </Menu.Item>
        <Menu.Item leftSection={<FileText size={14} />} onClick={saveCsv}>
          CSV figures
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
