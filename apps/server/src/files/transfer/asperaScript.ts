import type { AsperaSpec } from './aspera.ts';
import type { ListedFile, Listing } from './listFiles.ts';
import { describeTransfer, endOfList, listLine, shellFunctions, shellWord } from './shellParts.ts';

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
): AsyncGenerator<string> {
  yield `#!/bin/sh\n${describeTransfer(listing)}${usage}\n`;
  yield `${prepare}${settings(spec)}${shellFunctions}need ascp\n${begin}`;
  yield `cat > "$work/pairs" <<'${endOfList}'\n`;
  for (const [source, destination] of pairs) yield `${source}\n${destination}\n`;
  yield `${endOfList}\ncat > "$work/list" <<'${endOfList}'\n`;
  for await (const file of files) yield listLine(file);
  yield `${endOfList}\n${download}`;
}

const usage = `#
# Usage: sh SCRIPT [FOLDER]
#   FOLDER       where to store the files; default: this folder
#   ASPERA_KEY   the private key for the transfer service: your own, whose public half you have sent to the portal,
#                or the one that comes with the client of the service
#   ASPERA_RATE  the most megabits a second
# It needs ascp, and TCP and UDP to the ports below. Where they are blocked, get the script for HTTPS.`;

const prepare = `set -u
target="\${1:-.}"
key="\${ASPERA_KEY:-$HOME/.aspera/connect/etc/aspera_tokenauth_id_rsa}"
`;

function settings(spec: AsperaSpec): string {
  const rate = Math.floor(number(spec['target_rate_kbps'], 100_000) / 1000);
  const words: Readonly<Record<string, string>> = {
    host: text(spec['remote_host'], ''),
    user: text(spec['remote_user'], ''),
    ssh_port: String(number(spec['ssh_port'], 33_001)),
    fasp_port: String(number(spec['fasp_port'], 33_001)),
    fallback_port: String(number(spec['http_fallback_port'], 8443)),
  };
  const lines = Object.entries(words).map(([name, value]) => `${name}=${shellWord(value)}\n`);
  const token = `ASPERA_SCP_TOKEN=${shellWord(text(spec['token'], ''))}\nexport ASPERA_SCP_TOKEN\n`;
  return `${lines.join('')}rate="\${ASPERA_RATE:-${Math.max(1, rate)}}"\n${token}`;
}

const begin = `[ -f "$key" ] || { echo "There is no key $key. Name one with ASPERA_KEY." >&2; exit 2; }
mkdir -p "$target" || exit 2
work="$(mktemp -d)" || exit 2
trap 'rm -rf "$work"' EXIT
`;

const download = `ascp -q -k 2 -l "$rate"m -P "$ssh_port" -O "$fasp_port" -y 1 -t "$fallback_port" -i "$key" \\
  --mode=recv --host="$host" --user="$user" --file-pair-list="$work/pairs" "$target" || exit 1

wrong=0
while IFS='|' read -r size kind sum url path; do
  is_right "$size" "$kind" "$sum" "$target/$path" || { echo "WRONG or missing: $path" >&2; wrong=$((wrong + 1)); }
done < "$work/list"
[ "$wrong" -eq 0 ] || { echo "$wrong files are not right. Run the script again." >&2; exit 1; }
echo "All files are there, and right."
`;
