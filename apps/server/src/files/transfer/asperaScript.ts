import { exactLine, joined, shellWord, type Written, written } from '../../http/index.ts';
import type { AsperaSpec } from './aspera.ts';
import type { ListedFile, Listing } from './listFiles.ts';
import { describeTransfer, endOfList, listLine, shellFunctions } from './shellParts.ts';

const text = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;
const number = (value: unknown, otherwise: number): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : otherwise;

/**
 * A script for POSIX shells that downloads a transfer with `ascp`, which resumes by itself, and then compares sizes and
 * checksums. The token is in a variable of the environment, where other users of the machine do not see it.
 */
export async function* asperaScript(
  files: AsyncIterable<ListedFile>,
  listing: Listing,
  { spec, pairs }: { readonly spec: AsperaSpec; readonly pairs: readonly (readonly [string, string])[] },
): AsyncGenerator<Written> {
  yield written`#!/bin/sh\n${describeTransfer(listing)}${usage}\n`;
  yield written`${prepare}${settings(spec)}${shellFunctions}need ascp\n${begin}`;
  // With a sign before each line none of them can be the end of the list.
  yield written`sed 's/^=//' > "$work/pairs" <<'${endOfList}'\n`;
  for (const [source, destination] of pairs)
    yield written`=${exactLine(source)}\n=${exactLine(destination)}\n`;
  yield written`${endOfList}\ncat > "$work/list" <<'${endOfList}'\n`;
  for await (const file of files) yield listLine(file, listing);
  yield written`${endOfList}\n${download}`;
}

const usage = written`#
# Usage: sh SCRIPT [FOLDER]
#   FOLDER       where to store the files; default: this folder
#   ASPERA_KEY   the private key for the transfer service: your own, whose public half you have sent to the portal,
#                or the one that comes with the client of the service
#   ASPERA_RATE  the most megabits a second
# It needs ascp, and TCP and UDP to the ports below. Where they are blocked, get the script for HTTPS.`;

const prepare = written`set -u
target="\${1:-.}"
key="\${ASPERA_KEY:-$HOME/.aspera/connect/etc/aspera_tokenauth_id_rsa}"
`;

function settings(spec: AsperaSpec): Written {
  const rate = Math.floor(number(spec['target_rate_kbps'], 100_000) / 1000);
  return joined([
    written`host=${shellWord(text(spec['remote_host'], ''))}\n`,
    written`user=${shellWord(text(spec['remote_user'], ''))}\n`,
    written`ssh_port=${number(spec['ssh_port'], 33_001)}\n`,
    written`fasp_port=${number(spec['fasp_port'], 33_001)}\n`,
    written`fallback_port=${number(spec['http_fallback_port'], 8443)}\n`,
    written`rate="\${ASPERA_RATE:-${Math.max(1, rate)}}"\n`,
    written`ASPERA_SCP_TOKEN=${shellWord(text(spec['token'], ''))}\nexport ASPERA_SCP_TOKEN\n`,
  ]);
}

const begin = written`[ -f "$key" ] || { echo "There is no key $key. Name one with ASPERA_KEY." >&2; exit 2; }
mkdir -p "$target" || exit 2
work="$(mktemp -d)" || exit 2
trap 'rm -rf "$work"' EXIT
`;

const download = written`ascp -q -k 3 -l "$rate"m -P "$ssh_port" -O "$fasp_port" -y 1 -t "$fallback_port" -i "$key" \\
  --mode=recv --host="$host" --user="$user" --file-pair-list="$work/pairs" "$target" || exit 1

wrong=0; all=0; unverified=0
while IFS='|' read -r size kind sum url path; do
  all=$((all + 1))
  [ "$kind" != release ] || unverified=$((unverified + 1))
  is_right "$size" "$kind" "$sum" "$target/$path" || { echo "WRONG or missing: $path" >&2; wrong=$((wrong + 1)); }
done < "$work/list"
[ "$wrong" -eq 0 ] || { echo "$wrong files are not right. Run the script again." >&2; exit 1; }
tell_all "$all" "$unverified"
`;
