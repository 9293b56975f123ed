import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { joined, oneLine, token, type Written, written } from '../../http/index.ts';
import { type ListedFile, type Listing, nothing } from './listFiles.ts';

const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);

/** The content of a script, as lines of a comment. */
export function describeTransfer({ member, transfer, until, origin }: Listing): Written {
  const cohort = transfer.cohortSnapshotId === null ? 'everyone' : `snapshot ${transfer.cohortSnapshotId}`;
  const lines = [
    `Transfer ${transfer.id} for ${member.account.username}, begun ${transfer.startedAt.toISOString()}`,
    `Dataset ${member.uniqueId}, ${transfer.release}, cohort: ${cohort}`,
    `${formatQuantity(transfer.files, 'file')}, ${formatQuantity(transfer.bytes, 'byte')} (${gigabytes(transfer.bytes)} GB)`,
    `Its links are yours alone and end at ${new Date(until * 1000).toISOString()}. Get a new script then, and run it`,
    'with the same folder: files that are there are kept, and files that are begun are resumed.',
    `Whose each file is: ${origin}/api/v2/${member.uniqueId}/transfers/${transfer.id}/samples`,
  ];
  return joined(lines.map((line) => written`# ${oneLine(line)}\n`));
}

/**
 * One file as a line: size, kind of checksum, checksum, link, path. None of them but the path holds a `|`. Without a
 * checksum nobody can tell one content from another of the same size, so the release stands in its place, with the kind
 * `release`: what was fetched of one release is fetched anew of the next (rule 13.86).
 */
export const listLine = ({ size, checksum, url, path, tag }: ListedFile, { transfer }: Listing): Written => {
  const [kind, value] =
    checksum === null ? ['release', token(`${transfer.release}.${tag}`)] : [checksum.kind, checksum.value];
  return written`${size}|${token(kind)}|${value}|${url ?? nothing}|${path}\n`;
};

export const endOfList = written`END_OF_LIST`;

/** Functions that scripts share: sizes, checksums, and whether a file is as it should be. */
export const shellFunctions = written`need() { command -v "$1" >/dev/null 2>&1 || { echo "This script needs $1." >&2; exit 2; }; }
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
  [ "$2" = release ] || [ "$(hash_of "$2" "$4")" = "$3" ]
}
# Tells at the end how many files there are: $1, of which $2 have no checksum.
tell_all() {
  if [ "$2" -eq 0 ]; then echo "All $1 files are there, and right."
  else echo "All $1 files are there. Files without a checksum, of which only the size was compared: $2."
  fi
}
`;
