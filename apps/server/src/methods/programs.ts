import type { Methods, ProgramLanguage } from '@atrium/contract';
import { identifier, joined, oneLine, type Written, written } from '../http/index.ts';

const about = ({ title, cohort, citation }: Methods): Written =>
  joined(
    [title, ...(cohort.length === 0 ? ['Everyone'] : cohort), '', citation].map((line) =>
      oneLine(`# ${line.replace(/[\p{C}\p{Z}]/gu, ' ')}`.trimEnd()),
    ),
    '\n',
  );

const usage = written`#
# ATRIUM_URL is the address of the portal, ATRIUM_TOKEN a token of yours with the scope "read".
# Loading the receipt changes your active cohort; undo in the browser leads back.`;

/**
 * The programs load the receipt, print the count, and print a note where the data have changed since. Only ids of the
 * portal, which hold letters, digits, - and _, stand in their code; all else is in comments.
 */
export function programsOf(methods: Methods): Record<ProgramLanguage, Written> {
  const { count } = methods;
  const [dataset, receipt] = [identifier(methods.dataset.id), identifier(methods.receipt)];
  const head = written`${about(methods)}\n${usage}\n`;
  return {
    // Python takes the encoding of a program from a comment in its first two lines, so a title must not be one of them (rule 13.74).
    python: written`#!/usr/bin/env python3
# -*- coding: utf-8 -*-
${head}
import json
import os
import sys
import urllib.error
import urllib.request

DATASET = "${dataset}"
RECEIPT = "${receipt}"
EXPECTED = ${count}
BASE = os.environ["ATRIUM_URL"].rstrip("/") + "/api/v2/" + DATASET + "/"


def call(path, body=None):
    headers = {
        "Authorization": "Bearer " + os.environ["ATRIUM_TOKEN"],
        "Content-Type": "application/json",
    }
    try:
        with urllib.request.urlopen(urllib.request.Request(BASE + path, body, headers)) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        raise SystemExit(f"{error.code}: {json.load(error)['detail']}")


call("receipts/" + RECEIPT + "/load/", b"{}")
answer = call("query_tools/count/")
print(answer["count"])
if answer["cohort_receipt"] != RECEIPT:
    print(f"The data or the day have changed: it was {EXPECTED} then.", file=sys.stderr)
`,
    r: written`#!/usr/bin/env Rscript
${head}
library(httr2)

dataset <- "${dataset}"
receipt <- "${receipt}"
expected <- ${count}

call <- function(path, method = "GET") {
  request(Sys.getenv("ATRIUM_URL")) |>
    req_url_path_append("api", "v2", dataset, path) |>
    req_auth_bearer_token(Sys.getenv("ATRIUM_TOKEN")) |>
    req_method(method) |>
    req_error(body = \\(reply) resp_body_json(reply)$detail) |>
    req_perform() |>
    resp_body_json()
}

invisible(call(paste0("receipts/", receipt, "/load"), "POST"))
answer <- call("query_tools/count")
cat(answer$count, "\\n")
if (answer$cohort_receipt != receipt) {
  message("The data or the day have changed: it was ", expected, " then.")
}
`,
    curl: written`#!/bin/sh
${head}
set -eu
base="\${ATRIUM_URL%/}/api/v2/${dataset}"
receipt="${receipt}"
ask() { curl -sS --fail-with-body -H "Authorization: Bearer $ATRIUM_TOKEN" "$@"; }

ask -X POST "$base/receipts/$receipt/load/" > /dev/null
answer=$(ask "$base/query_tools/count/")
printf '%s\\n' "$answer" | sed -n 's/.*"count": *\\([0-9][0-9]*\\).*/\\1/p'
case "$answer" in
  *"$receipt"*) ;;
  *) echo "The data or the day have changed: it was ${count} then." >&2 ;;
esac
`,
  };
}
