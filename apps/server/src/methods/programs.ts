import type { Methods, ProgramLanguage } from '@atrium/contract/wire/methods';
import { identifier, joined, oneLine, type Written, written } from '../http/index.ts';

const about = ({ title, cohort, citation }: Methods): Written =>
  joined(
    [title, ...(cohort.length === 0 ? ['Everyone'] : cohort), '', citation].map((line) =>
      oneLine(`# ${line.replace(/[\p{C}\p{Z}]/gu, ' ')}`.trimEnd()),
    ),
    '\n',
  );

/** The report that the programs read, and the version that they are about. */
export interface ProgrammedReport {
  readonly id: number;
  readonly version: number;
}

const usage = written`#
# ATRIUM_URL is the address of the portal, ATRIUM_TOKEN a token of yours with the scopes "read" and "export".
# Nothing changes in the portal: your active cohort, table and cross-tab stay as they are.`;

const changed = {
  report: written`The report was changed since: this is another version of it.`,
  data: written`The data or the day have changed: it was`,
};

/** What stands in the code of a program: only ids of the portal, which hold letters, digits, - and _, and whole numbers. */
interface ProgramParts {
  /** All else: comments. */
  readonly head: Written;
  readonly report: ProgrammedReport;
  readonly dataset: ReturnType<typeof identifier>;
  readonly receipt: ReturnType<typeof identifier>;
  readonly count: number;
}

/**
 * The programs print the count of a report and read its table into a data frame, or into a file, and print a note where
 * report or data have changed since. They only ask, and touch nothing of the person's (rule 12.29).
 */
export function programsOf(methods: Methods, report: ProgrammedReport): Record<ProgramLanguage, Written> {
  const parts: ProgramParts = {
    head: written`${about(methods)}\n${usage}\n`,
    report,
    dataset: identifier(methods.dataset.id),
    receipt: identifier(methods.receipt),
    count: methods.count,
  };
  return { python: pythonProgram(parts), r: rProgram(parts), curl: shellProgram(parts) };
}

// Python takes the encoding of a program from a comment in its first two lines, so a title must not be one of them (rule 13.74).
const pythonProgram = ({
  head,
  report,
  dataset,
  receipt,
  count,
}: ProgramParts): Written => written`#!/usr/bin/env python3
# -*- coding: utf-8 -*-
${head}
import json
import os
import sys
import urllib.error
import urllib.request

import pandas

REPORT = "${dataset}/report_tools/${report.id}/"
VERSION = ${report.version}
RECEIPT = "${receipt}"
EXPECTED = ${count}


def ask(path):
    url = os.environ["ATRIUM_URL"].rstrip("/") + "/api/v2/" + REPORT + path
    headers = {"Authorization": "Bearer " + os.environ["ATRIUM_TOKEN"]}
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers))
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{error.code}: {json.load(error)['detail']}")


with ask("methods/") as reply:
    answer = json.load(reply)
print(answer["methods"]["count"])
if answer["version"] != VERSION:
    print("${changed.report}", file=sys.stderr)
elif answer["methods"]["receipt"] != RECEIPT:
    print(f"${changed.data} {EXPECTED} then.", file=sys.stderr)

# The table of the report. Texts stay texts, so codes keep their zeros.
with ask("export_ndjson/") as reply:
    table = pandas.DataFrame([json.loads(line) for line in reply]).convert_dtypes()
print(table)
`;

const rProgram = ({
  head,
  report,
  dataset,
  receipt,
  count,
}: ProgramParts): Written => written`#!/usr/bin/env Rscript
${head}
library(httr2)

report <- "${dataset}/report_tools/${report.id}"
version <- ${report.version}
receipt <- "${receipt}"
expected <- ${count}

ask <- function(path) {
  request(Sys.getenv("ATRIUM_URL")) |>
    req_url_path_append("api", "v2", report, path) |>
    req_auth_bearer_token(Sys.getenv("ATRIUM_TOKEN")) |>
    req_error(body = \\(reply) resp_body_json(reply)$detail) |>
    req_perform()
}

answer <- resp_body_json(ask("methods"))
cat(answer$methods$count, "\\n")
if (answer$version != version) {
  message("${changed.report}")
} else if (answer$methods$receipt != receipt) {
  message("${changed.data} ", expected, " then.")
}

# The table of the report. Texts stay texts, so codes keep their zeros.
rows <- strsplit(resp_body_string(ask("export_ndjson"), "UTF-8"), "\\n", fixed = TRUE)[[1]]
table <- jsonlite::fromJSON(paste0("[", paste(rows, collapse = ","), "]"), bigint_as_char = TRUE)
print(head(table))
`;

const shellProgram = ({ head, report, dataset, receipt, count }: ProgramParts): Written => written`#!/bin/sh
# Usage: sh PROGRAM [FILE]   The table is stored in FILE; default: report_${report.id}.csv
${head}
set -eu
report="\${ATRIUM_URL%/}/api/v2/${dataset}/report_tools/${report.id}"
file="\${1:-report_${report.id}.csv}"
ask() { curl -sS --fail-with-body -H "Authorization: Bearer $ATRIUM_TOKEN" "$@"; }

answer=$(ask "$report/methods/")
printf '%s\\n' "$answer" | tr -d '\\n' | sed -n 's/.*"count": *\\([0-9][0-9]*\\), *"attrition".*/\\1/p'
case "$answer" in
  *'"version":${report.version},'*|*'"version": ${report.version},'*)
    case "$answer" in
      *'${receipt}'*) ;;
      *) echo "${changed.data} ${count} then." >&2 ;;
    esac ;;
  *) echo "${changed.report}" >&2 ;;
esac

ask "$report/export_csv/" -o "$file"
`;
