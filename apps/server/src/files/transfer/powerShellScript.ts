import { type Written, written } from '../../http/index.ts';
import type { ListedFile, Listing } from './listFiles.ts';
import { describeTransfer, listLine } from './shellParts.ts';

/** Without it, PowerShell 5.1 takes a script for one in the code page of the machine. */
const byteOrderMark = written`\uFEFF`;

/**
 * The same as `shellScript`, for Windows: PowerShell 5.1 or later, and the curl that comes with Windows. Names stand in a
 * verbatim text, of which no line can be its end, and reach programs and .NET as values: nothing in them is expanded.
 */
export async function* powerShellScript(
  files: AsyncIterable<ListedFile>,
  listing: Listing,
): AsyncGenerator<Written> {
  yield written`${byteOrderMark}${describeTransfer(listing)}${usage}\n$list = @'\n`;
  for await (const file of files) yield listLine(file, listing);
  yield written`'@\n${download}`;
}

const usage = written`#
# Usage: powershell -ExecutionPolicy Bypass -File SCRIPT [-Folder FOLDER] [-Parallel 4]
# Size and checksum of files that are there already are compared before they are kept.
# It ends with 0 when every file is there and right.
param([string]$Folder = '.', [ValidateRange(1, 64)][int]$Parallel = 4)
$ErrorActionPreference = 'Stop'`;

const download = written`$curl = (Get-Command curl.exe, curl -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1).Source
if (-not $curl) { [Console]::Error.WriteLine('This script needs curl.'); exit 2 }
if (-not (Test-Path -LiteralPath $Folder)) { [void](New-Item -ItemType Directory -Path $Folder) }
$root = (Resolve-Path -LiteralPath $Folder).ProviderPath
$rows = @($list -split "\\r?\\n" | Where-Object { $_ } | ForEach-Object {
  $size, $kind, $sum, $url, $path = $_ -split '\\|', 5
  [pscustomobject]@{ Size = [long]$size; Kind = $kind; Sum = $sum; Url = $url; Path = $path }
})

# The lists of the workers, of about the same size.
$lists = @(1..$Parallel | ForEach-Object { ,(New-Object System.Collections.ArrayList) })
$sums = @(0) * $Parallel
foreach ($row in $rows) {
  $least = 0
  for ($i = 1; $i -lt $Parallel; $i++) { if ($sums[$i] -lt $sums[$least]) { $least = $i } }
  [void]$lists[$least].Add($row); $sums[$least] += $row.Size + 100000
}

$work = {
  param($rows, $root, $curl, $fetched)
  $ErrorActionPreference = 'Stop'
  function SizeOf($file) { if (Test-Path -LiteralPath $file) { (Get-Item -LiteralPath $file).Length } else { 0 } }
  function IsRight($row, $file) {
    if (-not (Test-Path -LiteralPath $file) -or (SizeOf $file) -ne $row.Size) { return $false }
    if ($row.Kind -eq 'release') { return $true }
    (Get-FileHash -LiteralPath $file -Algorithm $row.Kind.ToUpper()).Hash -eq $row.Sum
  }
  function Fetch($row) {
    $out = [IO.Path]::Combine($root, $row.Path); $part = "$out.part"
    if ((Test-Path -LiteralPath $out -PathType Container) -or (Test-Path -LiteralPath $part -PathType Container)) { return 'a folder is in its place' }
    # A file without a checksum must have been fetched of this release.
    if ((IsRight $row $out) -and ($row.Kind -ne 'release' -or $fetched[$row.Path] -ceq $row.Sum)) { return '' }
    if (-not $row.Url) { return 'it is no longer there for you' }
    [void][IO.Directory]::CreateDirectory([IO.Path]::GetDirectoryName($out))
    $tries = 0; $fresh = $false
    while ($true) {
      $have = SizeOf $part
      if ($have -gt $row.Size) { Remove-Item -LiteralPath $part; $have = 0 }
      if ($row.Size -eq 0) { [IO.File]::WriteAllBytes($part, @()) }
      if ($have -eq $row.Size) {
        if (IsRight $row $part) { [IO.File]::Delete($out); [IO.File]::Move($part, $out); return '' }
        Remove-Item -LiteralPath $part
        if ($fresh) { return 'its checksum is wrong, twice' }
        $fresh = $true; continue
      }
      # The link goes to curl by its standard input, where other users of the machine do not see it.
      $code = "url = \`"$($row.Url)\`"" | & $curl --silent --fail --location --continue-at - --connect-timeout 30 --speed-limit 1 --speed-time 60 --output $part --write-out '%{http_code}' --config -
      if ($code -eq '401') { return 'the link has expired, or your access has ended: get a new script' }
      if ($code -eq '403' -or $code -eq '404') { return "it is no longer there for you ($code)" }
      if ($code -eq '412') { return 'it has changed since the script was made: get a new one' }
      $now = SizeOf $part
      if ($now -gt $have) { $tries = 0 } else { $tries++ }
      if ($now -eq $row.Size) { continue }
      if ($tries -ge 8) { return "the server answered $code" }
      Start-Sleep -Seconds ($tries * 2)
    }
  }
  foreach ($row in $rows) {
    $problem = try { Fetch $row } catch { "$_" }
    [pscustomobject]@{ Path = $row.Path; Problem = [string]$problem; Mark = $(if ($row.Kind -eq 'release') { "$($row.Sum)|$($row.Path)" }) }
  }
}

$note = [IO.Path]::Combine($root, '.transfer-notes')
# Of which release each file without a checksum was fetched last.
$fetched = @{}
if (Test-Path -LiteralPath $note) {
  Get-Content -LiteralPath $note -Encoding UTF8 | ForEach-Object { $mark, $path = $_ -split '\\|', 2; $fetched[$path] = $mark }
}
$jobs = @($lists | Where-Object { $_.Count -gt 0 } | ForEach-Object { Start-Job -ScriptBlock $work -ArgumentList @($_.ToArray()), $root, $curl, $fetched })
$done = 0; $failed = @()
while ($true) {
  $running = @($jobs | Where-Object { $_.State -eq 'Running' }).Count
  foreach ($result in @($jobs | Receive-Job)) {
    if ($result.Problem) { $failed += "$($result.Path): $($result.Problem)" } else {
      if ($result.Mark) { [IO.File]::AppendAllText($note, "$($result.Mark)\`n") }
      $done++; Write-Output "$done of $($rows.Count): $($result.Path)"
    }
  }
  if ($running -eq 0) { break }
  Start-Sleep -Seconds 1
}
$jobs | Remove-Job -Force
$unverified = @($rows | Where-Object { $_.Kind -eq 'release' }).Count
if ($done -eq $rows.Count -and $unverified -eq 0) { Write-Output "All $done files are there, and right."; exit 0 }
if ($done -eq $rows.Count) { Write-Output "All $done files are there. Files without a checksum, of which only the size was compared: $unverified."; exit 0 }
Write-Output "$done of $($rows.Count) files are there. Run the script again to go on. What failed:"
$failed | Write-Output
exit 1
`;
