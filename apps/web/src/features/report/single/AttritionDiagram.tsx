import { disarmed } from '@atrium/contract/documents/formulas';
import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { type Noun, quantityOf } from '../../../api/nouns.ts';
import { SaveMenu } from '../../../charts/save/SaveMenu.tsx';
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
  readonly receipt: string;
  readonly steps: readonly AttritionStep[];
  readonly subject: Noun;
}

/** The attrition as a flow diagram, which can be saved as a drawing that needs nothing of the page. */
export function AttritionDiagram({ title, fileName, receipt, steps, subject }: AttritionDiagramProps) {
  const drawing = useRef<SVGSVGElement>(null);
  return (
    <Section
      title={words.attrition}
      detail={words.attritionDetail}
      actions={
        <SaveMenu
          figure={{
            ...{ title: words.diagramTitle(title), summary: words.diagramSummary(steps, subject) },
            rows: () => [
              [words.attrition, subject.many],
              ...steps.map(({ label, count }) => [label, String(count)]),
            ],
            ...{ name: fileName, receipt, disarm: disarmed },
          }}
          drawing={() => drawing.current}
        />
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
