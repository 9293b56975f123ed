import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';

/** ARCHITECTURE.md against the walls and the folders: what it draws and lists is what the checks keep. */
const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');

const side = z.object({ path: z.string().optional(), pathNot: z.string().optional() });
const rules = z
  .object({ forbidden: z.array(z.object({ name: z.string(), from: side, to: side })) })
  .parse(createRequire(import.meta.url)('../.dependency-cruiser.cjs')).forbidden;

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map(({ name }) => name);

/** Whether a file is on this side of a rule; `$1` is the first group of the importing file. */
function isOn({ path: within = '', pathNot }: z.infer<typeof side>, file: string, group = ''): boolean {
  const fill = (pattern: string): RegExp => new RegExp(pattern.replaceAll('$1', group));
  return fill(within).test(file) && (pathNot === undefined || !fill(pathNot).test(file));
}

const mayImport = (importer: string, imported: string): boolean =>
  !rules.some(({ from, to }) => {
    const isAboutPaths = to.path !== undefined || to.pathNot !== undefined;
    if (!isAboutPaths || !isOn(from, importer)) return false;
    return isOn(to, imported, new RegExp(from.path ?? '').exec(importer)?.[1]);
  });

it('its picture of the rooms has the arrows that the walls allow, and no others', () => {
  const rooms = ['packages', 'apps'].flatMap((folder) =>
    foldersIn(folder).map((name) => `${folder}/${name}`),
  );
  const allowed = rooms.flatMap((one) =>
    rooms
      .filter((other) => one !== other && mayImport(`${one}/src/index.ts`, `${other}/src/index.ts`))
      .map((other) => `${path.basename(one)} --> ${path.basename(other)}`),
  );
  const [, picture = ''] = /```mermaid\n([\s\S]*?)```/.exec(page) ?? [];
  const drawn = [...picture.matchAll(/^ +(\w+)\[.*\] --> (.*)$/gm)].flatMap(([, one, others = '']) =>
    others.split(' & ').map((other) => `${one} --> ${other.replace(/\[.*/, '')}`),
  );
  expect(drawn.toSorted()).toEqual(allowed.toSorted());
  expect(drawn.length).toBeGreaterThan(8);
});

it('its order of slices is that of the walls', () => {
  const slices = rules.flatMap(({ name }) => /^slice-(\w+)-is-imported-by-its-index$/.exec(name)?.[1] ?? []);
  expect(page).toContain(`upstream first: ${slices.join(' → ')}.`);
});

const orderOf = (folder: string): readonly string[] | null => {
  const list = path.join(root, folder, '../folders.json');
  return existsSync(list) ? z.array(z.string()).parse(JSON.parse(readFileSync(list, 'utf8'))) : null;
};

/** The folders of a table of the page, in its order. */
const listed = (folder: string): readonly string[] => {
  const [, table = ''] = page.split(`| \`${folder}\` | |\n`);
  const lines = table.split('\n\n')[0] ?? '';
  return [...lines.matchAll(/^\| ((?:`[\w/]+`(?:, )?)+) \|/gm)].flatMap(([, names = '']) =>
    names.replaceAll('`', '').split(', '),
  );
};

it('each folder has its line, those of a package in the order of folders.json', () => {
  for (const folder of ['packages', 'apps'].flatMap((name) =>
    foldersIn(name).map((room) => `${name}/${room}/src`),
  )) {
    const order = orderOf(folder);
    if (order === null) expect(listed(folder).toSorted(), folder).toEqual(foldersIn(folder).toSorted());
    else expect(listed(folder), folder).toEqual(order);
  }
});

it('it fits on two pages', () => {
  expect(page.split(/\s+/).length).toBeLessThan(1300);
});
