import type { CDPSession, Page } from '@playwright/test';
import { smallTargets } from './targets.ts';

/** The controls of a page. Bars of a chart are left out, since the list of values of the chart repeats them. */
const acting =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"], [role="tab"], [role="switch"], [role="option"], [role="treeitem"], [role^="menuitem"], [role="slider"]';
const mark = 'data-control';

/** The position of a control, and its visible text. */
interface Seen {
  /** The innermost named part around it, such as a landmark, a dialog or a group of fields. */
  readonly within: string;
  /** Its text, or that of its label. */
  readonly text: string;
  /** Where a link leads; controls of one name may stand twice where they do the same. */
  readonly leadsTo: string;
  readonly html: string;
}

interface Control extends Seen {
  readonly role: string;
  readonly name: string;
}

/** Roles of parts that hold controls, and are no controls themselves. */
const holding = [
  'generic',
  'region',
  'main',
  'group',
  'heading',
  'table',
  'figure',
  'list',
  'none',
  'status',
];

/**
 * What is wrong with the controls of a page: those without a name; several of one role and name in one part of the page;
 * names that lack the text that is seen, by which one would call them; targets under 24 pixels; and grids, trees and
 * lists with more than one tab stop.
 */
export async function controlFaults(page: Page): Promise<readonly string[]> {
  const seen = await page.evaluate(markControls, { acting, mark });
  const named = await namesOf(page);
  const controls = seen.flatMap((part, index): Control[] => {
    const { role, name } = named.get(String(index)) ?? { role: '', name: '' };
    return role === '' || holding.includes(role) ? [] : [{ ...part, role, name }];
  });
  return [
    ...controls
      .filter(({ name }) => wordsOf(name) === '')
      .map(({ role, html }) => `without a name: ${role} ${html}`),
    ...sameNames(controls),
    ...controls
      .filter((control) => !hasItsText(control))
      .map(({ role, name, text }) => `the name of ${role} "${name}" lacks its text "${text}"`),
    ...(await smallTargets(page)).map((target) => `too small: ${target}`),
    ...(await page.evaluate(manyStops)),
  ];
}

/** Letters and digits only: a name may have other marks and spaces than the text. */
const wordsOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}<>=+&%−-]+/gu, '');

/** A figure after the name is no part of it: "ACTA2, 199". */
const hasItsText = ({ name, text }: Control): boolean =>
  wordsOf(name).includes(wordsOf(text)) || !/\p{L}/u.test(wordsOf(text).replace(wordsOf(name), ''));

/** Controls that stand more than once and do the same wherever they stand. */
const doesTheSame = /^button "Show lines of /;

function sameNames(controls: readonly Control[]): readonly string[] {
  const placed = new Map<string, Control[]>();
  for (const control of controls) {
    const what = `${control.role} "${control.name}" in ${control.within}`;
    placed.set(what, [...(placed.get(what) ?? []), control]);
  }
  return [...placed].flatMap(([what, same]) => {
    const doesOne = same[0]?.leadsTo !== '' && new Set(same.map(({ leadsTo }) => leadsTo)).size === 1;
    return same.length === 1 || doesOne || doesTheSame.test(what) ? [] : [`${same.length} times ${what}`];
  });
}

/** Marks each control that is seen with its index. */
function markControls({ acting, mark }: { readonly acting: string; readonly mark: string }): Seen[] {
  const places =
    'dialog, [role="dialog"], [role="alertdialog"], header, nav, main, aside, footer, form[aria-label], section[aria-label], section[aria-labelledby], fieldset, [role="region"], [role="search"], [role="group"], [role="radiogroup"], [role="listbox"], [role="tree"], [role="menu"], [role="toolbar"], [role="alert"], figure, ul[aria-label], ol[aria-label], table[aria-label], [role="grid"]';
  for (const element of document.querySelectorAll(`[${mark}]`)) element.removeAttribute(mark);
  const isHidden = (element: Element) =>
    element.closest('[inert], [aria-hidden="true"], figure [role="img"]') !== null ||
    !element.checkVisibility({ visibilityProperty: true });
  const textIn = (element: Element): string =>
    [...element.childNodes]
      .map((node) => {
        if (!(node instanceof Element)) return node.textContent ?? '';
        const { width, height } = node.getBoundingClientRect();
        const isSeen = !node.matches('[aria-hidden="true"], select, svg') && (width > 1 || height > 1);
        return isSeen && node.checkVisibility() ? textIn(node) : ' ';
      })
      .join('');
  const labelsOf = (element: Element): readonly Element[] =>
    'labels' in element && element.labels instanceof NodeList
      ? [...element.labels].filter((label) => label instanceof Element)
      : [];
  const textOf = (element: Element): string => {
    const labels = labelsOf(element);
    const isField = element.matches('input, select, textarea');
    const text = isField ? labels.map(textIn).join(' ') : textIn(element);
    return text.replaceAll(/\s+/g, ' ').trim();
  };
  const nameOf = (place: Element): string => {
    const ids = place.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '');
    const legend = place.matches('fieldset') ? (place.querySelector('legend')?.textContent ?? '') : '';
    return place.getAttribute('aria-label') ?? (labels.join(' ').trim() || legend);
  };
  const pathOf = (element: Element): string => {
    const path: string[] = [];
    for (
      let place = element.closest(places);
      place !== null;
      place = place.parentElement?.closest(places) ?? null
    )
      path.unshift(`${place.getAttribute('role') ?? place.localName} ${nameOf(place)}`.trim());
    return path.join(' / ');
  };
  return [...document.querySelectorAll(acting)]
    .filter((element) => !isHidden(element))
    .map((element, index) => {
      element.setAttribute(mark, String(index));
      return {
        within: pathOf(element),
        text: textOf(element),
        leadsTo: element instanceof HTMLAnchorElement ? element.href : '',
        html: element.outerHTML.slice(0, 160),
      };
    });
}

interface DomNode {
  readonly backendNodeId: number;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
}

/** Role and name of each marked control, as the browser tells them to a screen reader. */
async function namesOf(
  page: Page,
): Promise<ReadonlyMap<string, { readonly role: string; readonly name: string }>> {
  const devTools: CDPSession = await page.context().newCDPSession(page);
  try {
    const { root } = await devTools.send('DOM.getDocument', { depth: -1 });
    const { nodes } = await devTools.send('Accessibility.getFullAXTree');
    const marked = new Map<number, string>();
    const visit = ({ backendNodeId, attributes = [], children = [] }: DomNode): void => {
      const at = attributes.indexOf(mark);
      if (at >= 0) marked.set(backendNodeId, attributes[at + 1] ?? '');
      for (const child of children) visit(child);
    };
    visit(root);
    return new Map(
      nodes.flatMap(({ backendDOMNodeId, role, name, ignored }) => {
        const index = marked.get(backendDOMNodeId ?? -1);
        if (index === undefined || ignored) return [];
        return [[index, { role: String(role?.value ?? ''), name: String(name?.value ?? '') }] as const];
      }),
    );
  } finally {
    await devTools.detach();
  }
}

/** Parts that one enters by Tab once, and walks by the arrow keys. */
function manyStops(): string[] {
  const walked =
    '[role="grid"], [role="treegrid"], [role="tree"], [role="listbox"], [role="tablist"], [role="menu"]';
  return [...document.querySelectorAll(walked)].flatMap((part) => {
    const stops = [part, ...part.querySelectorAll<HTMLElement>('*')].filter(
      (element) =>
        element instanceof HTMLElement &&
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [inert] *, [aria-hidden="true"] *') &&
        element.checkVisibility({ visibilityProperty: true }),
    );
    const name = part.getAttribute('aria-label') ?? part.getAttribute('aria-labelledby') ?? '';
    return stops.length < 2
      ? []
      : [
          `${stops.length} tab stops in ${part.getAttribute('role')} ${name}: ${stops[1]?.outerHTML.slice(0, 120)}`,
        ];
  });
}
