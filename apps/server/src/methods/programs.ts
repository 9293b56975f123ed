import type { Methods, ProgramFile } from '@atrium/contract/wire/methods';
import { identifier, joined, oneLine, type Written, written } from '../http/index.ts';
import { pythonNotebook, quartoDocument } from './notebooks.ts';

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
 * report or data have changed since. They only ask, and touch nothing of the person's (rule 12.29). Notebooks show the
 * other figures of the report, too (rule 12.32).
 */
export function programsOf(methods: Methods, report: ProgrammedReport): Record<ProgramFile, Written> {
  const parts: ProgramParts = {
    head: written`${about(methods)}\n${usage}\n`,
    report,
    dataset: identifier(methods.dataset.id),
    receipt: identifier(methods.receipt),
    count: methods.count,
  };
  return {
    python: pythonProgram(parts),
    r: rProgram(parts),
    curl: shellProgram(parts),
    notebook: pythonNotebook(methods, opensInPython(parts)),
    quarto: quartoDocument(methods, opensInR(parts)),
  };
}

const opensInPython = ({ report, dataset, receipt, count }: ProgramParts): Written =>
  written`from atrium_portal import Portal

dataset = Portal().dataset("${dataset}")
report = dataset.report(${report.id}, version=${report.version}, receipt="${receipt}", count=${count})`;

const opensInR = ({ report, dataset, receipt, count }: ProgramParts): Written => written`library(atriumportal)

portal <- atrium_portal()
report <- atrium_report(portal, "${dataset}", ${report.id},
                        version = ${report.version}, receipt = "${receipt}", count = ${count})`;

// Python takes the encoding of a program from a comment in its first two lines, so a title must not be one of them (rule 13.74).
const pythonProgram = (parts: ProgramParts): Written => written`#!/usr/bin/env python3
# -*- coding: utf-8 -*-
${parts.head}
${opensInPython(parts)}
print(report.count())

table = report.table().frame()
print(table)
`;

const rProgram = (parts: ProgramParts): Written => written`#!/usr/bin/env Rscript
${parts.head}
${opensInR(parts)}
print(atrium_count(report))

table <- atrium_table(report)
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
