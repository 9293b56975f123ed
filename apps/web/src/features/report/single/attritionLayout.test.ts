import { describe, expect, it } from 'vitest';
import { layOutAttrition } from './attritionLayout.ts';

const leftOut = (count: number): string => `${count} left out`;

describe('the layout of an attrition', () => {
  it('has a box for each step without overlaps, and shows how many each leaves out', () => {
    const { boxes, height } = layOutAttrition(
      [
        { label: 'Everyone', count: 100 },
        { label: 'Sex = "Female"', count: 60 },
        { label: 'Weight < 70', count: 60 },
      ],
      leftOut,
    );
    expect(boxes.map((box) => box.leftOut)).toEqual([null, '40 left out', '0 left out']);
    for (const [index, box] of boxes.entries()) {
      const next = boxes[index + 1];
      if (next !== undefined) expect(box.top + box.height).toBeLessThan(next.top);
    }
    const last = boxes.at(-1);
    expect(height).toBeGreaterThan((last?.top ?? 0) + (last?.height ?? 0));
  });

  it('breaks a long label at its spaces and keeps every word of it', () => {
    const label = 'Diagnosis is one of '.concat('Ventricular septal defect, '.repeat(6)).trim();
    const [box] = layOutAttrition([{ label, count: 1 }], leftOut).boxes;
    expect(box?.lines.join(' ')).toBe(label);
    for (const line of box?.lines ?? []) expect(line.length).toBeLessThanOrEqual(54);
  });

  it('breaks a word that is longer than a line, and cuts a label that is longer than a box', () => {
    const [box] = layOutAttrition([{ label: 'x'.repeat(2000), count: 1 }], leftOut).boxes;
    expect(box?.lines).toHaveLength(6);
    expect(box?.lines.at(-1)).toMatch(/ …$/);
  });

  it('is wider where the text beside a box is long', () => {
    const steps = [
      { label: 'Everyone', count: 9 },
      { label: 'Sex', count: 4 },
    ];
    const widthWith = (noun: string) => layOutAttrition(steps, (count) => `${count} ${noun}`).width;
    expect(widthWith('subjects')).toBe(640);
    expect(widthWith('participants of the long-term study')).toBeGreaterThan(446 + 37 * 7);
  });

  it('has its figures between the boxes where there is little room, and is no wider than a telephone', () => {
    const steps = [
      { label: `Sex is ${'one of many values, '.repeat(5)}`, count: 12_000 },
      { label: 'Sex', count: 541 },
    ];
    const drawn = layOutAttrition(steps, (count) => `${count} participants left out`, true);
    expect(drawn.width).toBe(320);
    expect(drawn.besideAt + '11459 participants left out'.length * 7.5).toBeLessThan(drawn.width);
    for (const line of drawn.boxes.flatMap(({ lines }) => lines)) expect(line.length).toBeLessThanOrEqual(40);
  });
});
