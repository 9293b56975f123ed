import { accessSync, constants } from 'node:fs';

// The headless shell is the same engine without the parts of a desktop browser, and needs little more than half the processor time.
const usual = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const canRun = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The Chromium of this machine: the one that CHROMIUM names, or one in a usual place. */
export function findChromium(named: string | undefined = process.env['CHROMIUM']): string | undefined {
  return (named === undefined ? usual : [named]).find(canRun);
}

/** The Firefox of this machine: the one that FIREFOX names, or one in a usual place. */
export function findFirefox(named: string | undefined = process.env['FIREFOX']): string | undefined {
  return (named === undefined ? ['/usr/bin/firefox-esr', '/usr/bin/firefox'] : [named]).find(canRun);
}
