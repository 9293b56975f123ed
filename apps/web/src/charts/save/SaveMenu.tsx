import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../lib/saveFile.ts';
import { Download, FileImage, FileText, Image } from '../../ui/icons.ts';
import type { Bar, ChartProps } from '../bar.ts';
import { chartCsv, drawPng, fileNameOf } from './chartFiles.ts';
import { standaloneSvg } from './standaloneSvg.ts';

interface SaveMenuProps {
  readonly chart: ChartProps & { readonly bars: readonly Bar[] };
  readonly drawing: () => SVGSVGElement | null;
}

/** Saves a chart as a PNG picture, an SVG drawing or CSV figures. */
export function SaveMenu({ chart, drawing }: SaveMenuProps) {
  const [isFailed, setIsFailed] = useState(false);
  const name = (ending: string) => fileNameOf(chart.fileName ?? chart.headings[0], ending);
  const saveSvg = () => {
    const svg = drawing();
    if (svg === null) return;
    saveFile(new Blob([standaloneSvg(svg, chart)], { type: 'image/svg+xml' }), name('svg'));
  };
  const savePng = async () => {
    const svg = drawing();
    if (svg === null) return;
    try {
      saveFile(await drawPng(svg, chart), name('png'));
      setIsFailed(false);
    } catch {
      setIsFailed(true);
    }
  };
  const saveCsv = () =>
    saveFile(new Blob([chartCsv(chart)], { type: 'text/csv;charset=utf-8' }), name('csv'));
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Tooltip label="Save chart">
          <ActionIcon variant="subtle" color={isFailed ? 'red' : 'gray'} size="sm" aria-label="Save chart">
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
