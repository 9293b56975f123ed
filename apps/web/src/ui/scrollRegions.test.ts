import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

/** Parts that scroll and are reached in another way. */
const others: Readonly<Record<string, string>> = {
  'app/screens/AccountScreen.module.css .tabs': 'arrow keys move along the tabs',
  'features/admin/data/desk/Desk.module.css .steps': 'every step is a link',
  'features/report/single/ReportPane.module.css .list': 'arrow keys move along the tabs',
  'app/screens/QueryScreen.module.css .middle': 'a pane, which F6 leads to',
  'app/screens/layout.module.css .filters': 'every filter has buttons',
  'features/report/single/Methods.module.css .program': 'its code has a tab stop',
  'features/catalogue/ConceptBrowser.module.css .list': 'arrow keys move along the tree',
  'features/news/News.module.css .tags': 'every tag is a link',
  'features/table/grid/Grid.module.css .text': 'opens in the cell that has the focus',
  'ui/staged/SortableLists.module.css .lists': 'every entry has buttons',
  'ui/staged/StagedDialog.module.css .long': 'every part has controls',
  'ui/RichText.module.css .text section': 'made with a tab stop of its own',
  'ui/grid/Grid.module.css .region': 'has a tab stop of its own',
  'features/cohort/editor/values/values.module.css .values': 'a long list, or its skeleton',
  'features/files/Files.module.css .items': 'has a tab stop of its own',
};

/** The rules of a style sheet by which something scrolls: each selector, its last class. */
function scrollers(css: string): readonly string[] {
  const rules = css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g);
  return [...rules]
    .filter(([, , body = '']) => /overflow(-[xy])?:[^;]*\b(auto|scroll)\b/.test(body))
    .map(([, selector = '']) => selector.trim().replace(/\[.*?\]/g, ''));
}

it('every part that scrolls takes the keyboard and has a name, or is listed with how it is reached (rule 16.13)', () => {
  const found: string[] = [];
  for (const file of files.filter((one) => one.endsWith('.module.css')))
    for (const selector of scrollers(textOf(file))) {
      const [name = ''] = selector.match(/[\w-]+$/) ?? [];
      const place = `${file} ${selector.replace(/^.*\.(\w+)$/, '.$1')}`;
      const users = files.filter(
        (one) =>
          one.endsWith('.tsx') &&
          !one.endsWith('.test.tsx') &&
          textOf(one).includes(`/${path.basename(file)}'`),
      );
      const tags = users.flatMap((one) =>
        [...textOf(one).matchAll(new RegExp(`<[A-Za-z][^<>]*\\.${name}\\b[^>]*>`, 'g'))].map(([tag]) => tag),
      );
      const isReached =
        tags.length > 0 &&
        tags.every((tag) =>
          /^<(ScrollRegion|LongList)|useScrollRegion|tabIndex=\{0\}|aria-busy[ >]/.test(tag),
        );
      if (!isReached && others[place] === undefined) found.push(place);
    }
  expect(found).toEqual([]);
});
