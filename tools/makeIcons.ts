import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../e2e/findBrowser.ts';

/** Draws the icons of the installed portal from `favicon.svg`: `npx tsx tools/makeIcons.ts`, after a change of the drawing. */
const folder = path.resolve(import.meta.dirname, '../apps/web/public');
const drawing = readFileSync(path.join(folder, 'favicon.svg'), 'utf8');
const ground = '#0a6971';
/** Of a maskable icon, the device may cut off everything but a circle of four fifths. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 1 },
  { name: 'icon-512.png', size: 512, share: 1 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.72 },
] as const;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error('There is no Chromium: set CHROMIUM to its path.');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
for (const { name, size, share } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const background = share === 1 ? 'transparent' : ground;
  await page.setContent(
    `<style>body{margin:0;display:grid;place-items:center;height:100vh;background:${background}}svg{width:${share * 100}%;height:${share * 100}%}</style>${drawing}`,
  );
  await page.screenshot({ path: path.join(folder, name), omitBackground: true });
  await page.close();
}
await browser.close();
