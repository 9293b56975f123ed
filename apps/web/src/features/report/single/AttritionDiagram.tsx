import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { type Noun, quantityOf } from '../../../api/nouns.ts';
import { fontFamily } from '../../../charts/save/standaloneSvg.ts';
import { saveFile } from '../../../lib/saveFile.ts';
import { Download } from '../../../ui/icons.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { Section } from '../../../ui/Section.tsx';
import { methodsWords as words } from '../reportWords.ts';
import {
  type AttritionStep,
  arrowLength,
  boxPadding,
  layOutAttrition,
  lineHeight,
} from './attritionLayout.ts';
import classes from './Methods.module.css';

interface AttritionDiagramProps {
  readonly title: string;
  readonly fileName: string;
  readonly steps: readonly AttritionStep[];
  readonly subject: Noun;
}

/** The attrition as a flow diagram, which can be saved as a drawing that needs nothing of the page. */
export function AttritionDiagram({ title, fileName, steps, subject }: AttritionDiagramProps) {
  const drawing = useRef<SVGSVGElement>(null);
  const save = () => {
    if (drawing.current === null) return;
    saveFile(new Blob([standalone(drawing.current)], { type: 'image/svg+xml' }), fileName);
  };
  return (
    <Section
      title={words.attrition}
      detail={words.attritionDetail}
      actions={
        <Button variant="default" leftSection={<Download size={16} aria-hidden />} onClick={save}>
          {words.saveDiagram}
        </Button>
      }
    >
      <ScrollRegion label={words.attrition} className={classes.diagram}>
        <Drawing ref={drawing} title={words.diagramTitle(title)} steps={steps} subject={subject} />
      </ScrollRegion>
    </Section>
  );
}

interface DrawingProps extends Pick<AttritionDiagramProps, 'title' | 'steps' | 'subject'> {
  readonly ref: React.Ref<SVGSVGElement>;
}

function Drawing({ ref, title, steps, subject }: DrawingProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const { width, height, boxWidth, arrowAt, besideAt, boxes } = layOutAttrition(
    steps,
    (count) => words.leftOut(count, subject),
    isNarrow,
  );
  const middle = boxWidth / 2;
  return (
    <svg
      ref={ref}
      role="img"
      aria-label={`${title}. ${words.diagramSummary(steps, subject)}`}
      viewBox={`0 0 ${width} ${height}`}
      fontSize={14}
      fill="currentColor"
      className={classes.drawing}
    >
      <title>{title}</title>
      {boxes.map(({ lines, count, leftOut, top, height: boxHeight }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two steps may say the same
        <g key={index} aria-hidden>
          {leftOut !== null && (
            <>
              <path
                d={`M${arrowAt} ${top - arrowLength}V${top - 1}m-5 -7l5 7l5 -7`}
                fill="none"
                stroke="currentColor"
              />
              <path
                d={`M${arrowAt} ${top - arrowLength / 2}H${besideAt - 8}m-7 -5l7 5l-7 5`}
                fill="none"
                stroke="currentColor"
              />
              <text x={besideAt} y={top - arrowLength / 2 + 5}>
                {leftOut}
              </text>
            </>
          )}
          <rect
            x={1}
            y={top}
            width={boxWidth - 2}
            height={boxHeight}
            rx={8}
            fill="none"
            stroke="currentColor"
          />
          {lines.map((line, index) => (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines may say the same
              key={index}
              x={middle}
              y={top + boxPadding + (index + 0.75) * lineHeight}
              textAnchor="middle"
            >
              {line}
            </text>
          ))}
          <text
            x={middle}
            y={top + boxPadding + (lines.length + 0.75) * lineHeight}
            textAnchor="middle"
            fontWeight={700}
          >
            {quantityOf(count, subject)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/** The drawing in black on white, with its size and a face that is on every machine. */
function standalone(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) return '';
  const [, , width = '', height = ''] = (drawing.getAttribute('viewBox') ?? '').split(' ');
  copy.removeAttribute('class');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  copy.setAttribute('color', '#111');
  copy.setAttribute('font-family', fontFamily);
  const paper = document.createElementNS(copy.namespaceURI, 'rect');
  for (const [name, value] of Object.entries({ width, height, fill: '#fff' }))
    paper.setAttribute(name, value);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}
