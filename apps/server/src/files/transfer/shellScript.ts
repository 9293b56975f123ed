import { type Written, written } from '../../http/index.ts';
import type { ListedFile, Listing } from './listFiles.ts';
import { describeTransfer, endOfList, listLine, shellFunctions } from './shellParts.ts';

/**
 * A script for POSIX shells that downloads a transfer with curl: several files at a time, each in a `.part` file that is
 * resumed, and renamed only when its size and checksum are right. Links are given to curl by its standard input, where
 * other users of the machine do not see them.
 */
export async function* shellScript(
  files: AsyncIterable<ListedFile>,
  listing: Listing,
): AsyncGenerator<Written> {
  yield written`#!/bin/sh\n${describeTransfer(listing)}${usage}\n`;
  yield written`transfer=${listing.transfer.id}\ntotal=${listing.transfer.files}\n${prepare}${shellFunctions}${begin}`;
  yield written`cat > "$work/list" <<'${endOfList}'\n`;
  for await (const file of files) yield listLine(file, listing);
  yield written`${endOfList}\n${download}`;
}

const usage = written`#
# Usage: sh SCRIPT [FOLDER]
#   FOLDER            where to store the files; default: this folder
#   ATRIUM_PARALLEL   how many files at a time; default: 4
# Size and checksum of files that are there already are compared before they are kept.
# It ends with 0 when every file is there and right.`;

const prepare = written`set -u
target="\${1:-.}"
parallel="\${ATRIUM_PARALLEL:-4}"
case "$parallel" in ''|*[!0-9]*|0) echo "ATRIUM_PARALLEL must be a whole number from 1." >&2; exit 2 ;; esac
`;

const begin = written`need curl; need awk
mkdir -p "$target" || exit 2
work="$target/.transfer-$transfer"
fetched="$target/.transfer-notes"
mkdir -p "$work" && chmod 700 "$work" || exit 2
if ! ( set -C; echo $$ > "$work/pid" ) 2>/dev/null; then
  other="$(cat "$work/pid" 2>/dev/null)"
  if [ -n "$other" ] && kill -0 "$other" 2>/dev/null; then
    echo "Another run (process $other) works on this folder. If none does, remove $work/pid." >&2
    exit 2
  fi
  # What a killed run has left would write to the same files.
  for left in "$work"/curl.*; do
    [ -f "$left" ] || continue
    pid="$(cat "$left")"
    case "$(ps -p "$pid" -o comm= 2>/dev/null)" in *curl) kill "$pid" 2>/dev/null ;; esac
  done
  echo $$ > "$work/pid"
fi
rm -f "$work"/curl.* "$work"/failed.* "$work"/done.* "$work"/part.* "$work/stop"
`;

const download = written`# The lists of the workers, of about the same size.
awk -F'|' -v n="$parallel" -v work="$work" 'BEGIN { for (i = 1; i <= n; i++) { sum[i] = 0; printf "" > (work "/part." i) } }
  { least = 1; for (i = 2; i <= n; i++) if (sum[i] < sum[least]) least = i
    sum[least] += $1 + 100000; print > (work "/part." least) }' "$work/list"

failed() { echo "$1: $2" >> "$work/failed.$worker"; echo "FAILED $1: $2" >&2; }

# Whether what is there is this content. A file without a checksum must have been fetched of this release last.
is_kept() {
  is_right "$size" "$kind" "$sum" "$out" || return 1
  [ "$kind" != release ] && return 0
  last="$(wanted="$path" awk -F'|' 'substr($0, length($1) + 2) == ENVIRON["wanted"] { last = $1 } END { print last }' "$fetched" 2>/dev/null)"
  [ "$last" = "$sum" ]
}

fetch() {
  out="$target/$path"; part="$out.part"
  if [ -d "$out" ] || [ -d "$part" ]; then failed "$path" "a folder is in its place"; return 1; fi
  if [ -f "$out" ]; then
    is_kept && return 0
    echo "$path is there with another content and is downloaded again." >&2
  fi
  [ -n "$url" ] || { failed "$path" "it is no longer there for you"; return 1; }
  mkdir -p "$(dirname "$out")" || { failed "$path" "its folder cannot be made"; return 1; }
  tries=0; fresh=no
  while :; do
    [ -f "$work/stop" ] && return 1
    have="$(size_of "$part")"
    [ "$have" -gt "$size" ] && { rm -f "$part"; have=0; }
    [ "$size" -eq 0 ] && : > "$part"
    if [ "$have" -eq "$size" ]; then
      if is_right "$size" "$kind" "$sum" "$part"; then
        # Without the note nobody knows of which release a file without a checksum is.
        { [ "$kind" != release ] || printf '%s\\n' "$sum|$path" >> "$fetched"; } && mv -f "$part" "$out" && return 0
        failed "$path" "cannot be renamed"; return 1
      fi
      rm -f "$part"
      if [ "$fresh" = yes ]; then failed "$path" "its checksum is wrong, twice"; return 1; fi
      fresh=yes; continue
    fi
    printf 'url = "%s"\\n' "$url" | curl --silent --show-error --fail --location --continue-at - \\
      --connect-timeout 30 --speed-limit 1 --speed-time 60 --output "$part" --write-out '%{http_code}' \\
      --config - > "$work/code.$worker" 2> "$work/error.$worker" &
    echo $! > "$work/curl.$worker"
    wait $!
    code="$(cat "$work/code.$worker" 2>/dev/null)"
    case "$code" in
      401) echo stop > "$work/stop"; failed "$path" "the link has expired, or your access has ended: get a new script"; return 1 ;;
      403|404) failed "$path" "it is no longer there for you ($code)"; return 1 ;;
      412) failed "$path" "it has changed since the script was made: get a new one"; return 1 ;;
    esac
    now="$(size_of "$part")"
    if [ "$now" -gt "$have" ]; then tries=0; else tries=$((tries + 1)); fi
    [ "$now" -eq "$size" ] && continue
    if [ "$tries" -ge 8 ]; then failed "$path" "$(cat "$work/error.$worker")"; return 1; fi
    sleep $((tries * 2))
  done
}

work_on() {
  worker="$1"
  while IFS='|' read -r size kind sum url path <&3; do
    # Without its parent a worker ends.
    kill -0 $$ 2>/dev/null || exit 1
    [ -f "$work/stop" ] && break
    if fetch; then
      echo "$path" >> "$work/done.$worker"
      echo "$(cat "$work"/done.* | wc -l | tr -d ' ') of $total: $path"
    fi
  done 3< "$work/part.$worker"
}

end_all() {
  trap '' INT TERM
  for running in $workers; do kill "$running" 2>/dev/null; done
  for running in "$work"/curl.*; do [ -f "$running" ] && kill "$(cat "$running")" 2>/dev/null; done
  rm -f "$work/pid"
  exit 130
}
workers=''
trap end_all INT TERM
worker=1
while [ "$worker" -le "$parallel" ]; do
  work_on "$worker" &
  workers="$workers $!"
  worker=$((worker + 1))
done
wait

right="$(cat "$work"/done.* 2>/dev/null | wc -l | tr -d ' ')"
if [ "$right" -eq "$total" ]; then
  tell_all "$total" "$(grep -c '^[0-9]*|release|' "$work/list")"
  rm -rf "$work"
  exit 0
fi
echo "$right of $total files are there. Run the script again to go on. What failed:" >&2
cat "$work"/failed.* >&2 2>/dev/null
rm -f "$work/pid"
exit 1
`;
