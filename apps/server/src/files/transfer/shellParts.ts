import { formatQuantity } from '@atrium/contract';
import type { ListedFile, Listing } from './listFiles.ts';

/** A text as one word of a shell. */
export const shellWord = (text: string): string => `'${text.replace(/'/g, `'\\''`)}'`;

const oneLine = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);

/** The content of a script, as lines of a comment. */
export function describeTransfer({ member, transfer, until }: Listing, comment = '#'): string {
  const cohort = transfer.cohortSnapshotId === null ? 'everyone' : `snapshot ${transfer.cohortSnapshotId}`;
  return [
    `Transfer ${transfer.id} for ${member.account.username}, begun ${transfer.startedAt.toISOString()}`,
    `Dataset ${member.uniqueId}, ${transfer.release}, cohort: ${cohort}`,
    `${formatQuantity(transfer.files, 'file')}, ${formatQuantity(transfer.bytes, 'byte')} (${gigabytes(transfer.bytes)} GB)`,
    `Its links are yours alone and end at ${new Date(until * 1000).toISOString()}. Get a new script then, and run it`,
    'with the same folder: files that are there are kept, and files that are begun are resumed.',
  ]
    .map((line) => `${comment} ${oneLine(line)}\n`)
    .join('');
}

/** One file as a line: size, kind of checksum, checksum, link, path. None of them holds a `|` or a line break. */
export const listLine = ({ size, checksum, url, path }: ListedFile): string =>
  `${size}|${checksum?.kind ?? ''}|${checksum?.value ?? ''}|${url ?? ''}|${path}\n`;

export const endOfList = 'END_OF_LIST';

/** Functions that scripts share: sizes, checksums, and whether a file is as it should be. */
export const shellFunctions = `need() { command -v "$1" >/dev/null 2>&1 || { echo "This script needs $1." >&2; exit 2; }; }
if stat -c %s / >/dev/null 2>&1; then size_of() { stat -c %s "$1" 2>/dev/null || echo 0; }
elif stat -f %z / >/dev/null 2>&1; then size_of() { stat -f %z "$1" 2>/dev/null || echo 0; }
else size_of() { [ -f "$1" ] && wc -c < "$1" | tr -d ' ' || echo 0; }
fi
hash_of() {
  case "$1" in
    sha256) if command -v sha256sum >/dev/null 2>&1; then sha256sum < "$2"
      elif command -v shasum >/dev/null 2>&1; then shasum -a 256 < "$2"
      else openssl dgst -sha256 -r < "$2"; fi | cut -d ' ' -f 1 ;;
    md5) if command -v md5sum >/dev/null 2>&1; then md5sum < "$2"
      elif command -v md5 >/dev/null 2>&1; then md5 -q < "$2"
      else openssl dgst -md5 -r < "$2"; fi | cut -d ' ' -f 1 ;;
  esac
}
# Whether the file $4 has the size $1 and the checksum $3 of kind $2; without a checksum its size must do.
is_right() {
  [ -f "$4" ] && [ "$(size_of "$4")" = "$1" ] || return 1
  [ -z "$2" ] || [ "$(hash_of "$2" "$4")" = "$3" ]
}
`;
