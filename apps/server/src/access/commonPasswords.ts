/** Frequent passwords that the library lacks, long enough for the other rules; in lower case, letters and digits only. */
const ownList = [
  '098765432109',
  '1234567890ab',
  '1234567890abc',
  '1234567891011',
  '123456789101112',
  '12qwaszx34er',
  '1q2w3e4r5t6y7u',
  'changemenow1',
  'changethispassword',
  'correcthorsebatterystaple',
  'defaultpassword',
  'iloveyouforever',
  'letmeinplease',
  'loveyouforever',
  'nopasswordhere',
  'passphrase12',
  'qwer1234asdf',
  'qwertyuiopasdf',
  'qwertyuiopasdfghjkl',
  'zxcvbnmasdfghjkl',
];

const shortestEntry = 4;

/** Loads some 49,000 frequent passwords, in the form of `bareOf`. The list is loaded where a password is set, not at the start. */
export async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const listed = dictionary['passwords-common'].map(bareOf).filter((entry) => entry.length >= shortestEntry);
  return new Set([...listed, ...ownList]);
}

/** Letters and digits only, in lower case. */
export const bareOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The letters that signs and digits often stand for, as in `P4$$w0rd`. */
const letters: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  $: 's',
  '@': 'a',
  '!': 'i',
};
const spelledOut = (text: string): string => text.replace(/[0134578$@!]/g, (sign) => letters[sign] ?? sign);

const fewDigitsBefore = /^[^\p{L}\p{N}]*\d{1,6}/u;
const fewDigitsAfter = /\d{1,6}[^\p{L}\p{N}]*$/u;
const digitsInARowAfter = /(?:0?123456789?0?|987654321?0?)\d{0,2}[^\p{L}\p{N}]*$/u;

/** Whether a password is in the list, as it stands or dressed up: with signs for letters, repeated, or with a few digits at an end. */
export function isCommon(password: string, common: ReadonlySet<string>): boolean {
  const cores = [/^$/, fewDigitsBefore, fewDigitsAfter, digitsInARowAfter]
    .map((end) => password.replace(end, ''))
    .flatMap((core) => [core, spelledOut(core)])
    .map(bareOf);
  return cores.some((core) => common.has(core) || common.has(unitOf(core)));
}

/** The part of which a text is a repetition: `monkey` of `monkeymonkey`. */
function unitOf(text: string): string {
  for (let length = shortestEntry; length <= text.length / 2; length += 1) {
    const unit = text.slice(0, length);
    if (text.length % length === 0 && unit.repeat(text.length / length) === text) return unit;
  }
  return text;
}
