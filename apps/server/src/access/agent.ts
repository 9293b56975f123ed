const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bChromium\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const longest = 40;

/** A User-Agent header in a few words, such as `Firefox on Linux`; else its first word, which is what programs send. */
export function describeAgent(header: string | undefined): string {
  const text = header ?? '';
  const nameIn = (names: readonly (readonly [RegExp, string])[]) =>
    names.find(([sign]) => sign.test(text))?.[1];
  const browser = nameIn(browsers);
  const system = nameIn(systems);
  if (browser === undefined) return (text.split(' ', 1)[0] ?? '').replace(/[^\w./-]/g, '').slice(0, longest);
  return system === undefined ? browser : `${browser} on ${system}`;
}
