/**
 * Nearly every browser also names the ones that it is built on, so the first pattern that fits counts: brands built on
 * Chrome or Safari first, then Chrome, and Safari last, the only one with `Version` before its name.
 */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, 'Safari'],
  [/^Mozilla\//, 'Browser'],
];

/** Android says Linux too, and iOS says Mac OS X. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b|\biPod\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const longest = 40;

/** A User-Agent header in a few words, such as `Firefox on Linux`; else its first word, which is what programs send. */
export function describeAgent(header: string | undefined): string {
  const text = header ?? '';
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([pattern]) => pattern.test(text))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined) return (text.split(' ', 1)[0] ?? '').replace(/[^\w./-]/g, '').slice(0, longest);
  return system === undefined ? browser : `${browser} on ${system}`;
}
