import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { Methods, ProgramFile } from '@atrium/contract/wire/methods';
import { ZipFile } from 'yazl';
import type { Member, PortalApi } from '../access/index.ts';
import { today } from '../cohort/index.ts';
import { type Download, route, safePath, type Written } from '../http/index.ts';
import { type Crate, methodsCrate, methodsMarkdown, programsOf, queryMethods } from '../methods/index.ts';
import { comparisonLines, openable } from './comparisonLines.ts';
import { fileNameOf, type ReportDeps, releaseOf } from './openReport.ts';
import { loadReport, type ReportRecord } from './reportStore.ts';
import { loadContent } from './versions.ts';

interface OnReport {
  readonly member: Member;
  readonly params: { readonly reportId: number };
}
interface MethodsRequest extends OnReport {
  readonly signal: AbortSignal;
}

/** The methods of a report, as its viewer may see it, and as files (rule 12.15). */
export function registerReportMethods(api: PortalApi, deps: ReportDeps): void {
  const requireVisible = async ({ member, params }: OnReport): Promise<void> => {
    await loadReport(deps.db, member, params.reportId);
  };
  route(
    api,
    reportEndpoints.methods,
    async (call) => {
      const { report, answered } = await methodsOf(deps, call);
      return answered.with((methods) => ({
        reportId: report.id,
        version: report.version,
        methods,
        programs: programsOf(methods, report),
      }));
    },
    requireVisible,
  );
  route(
    api,
    reportEndpoints.methodsMarkdown,
    async (call) => fileOf(deps, await methodsOf(deps, call), { ending: 'md', content: methodsMarkdown }),
    requireVisible,
  );
  route(
    api,
    reportEndpoints.methodsProgram,
    async (call) => {
      const { language } = call.query;
      const read = await methodsOf(deps, call);
      const content = (methods: Methods) => programsOf(methods, read.report)[language];
      return fileOf(deps, read, { ending: endings[language], content });
    },
    requireVisible,
  );
  route(
    api,
    reportEndpoints.methodsCrate,
    async (call) => {
      const { report, answered } = await methodsOf(deps, call);
      return answered.with((methods) => ({
        ...nameOf(deps, { report, methods }, 'zip'),
        body: zipOf(methodsCrate(methods, report, call.query.crateVersion), deps.clock()),
      }));
    },
    requireVisible,
  );
}

const endings: Readonly<Record<ProgramFile, string>> = {
  python: 'py',
  r: 'R',
  curl: 'sh',
  notebook: 'ipynb',
  quarto: 'qmd',
};

interface ReportMethods {
  readonly report: ReportRecord;
  readonly methods: Methods;
}

async function methodsOf(deps: ReportDeps, { member, params, signal }: MethodsRequest) {
  const report = await loadReport(deps.db, member, params.reportId);
  const { comparison, ...definitions } = await loadContent(deps.db, report);
  const release = await releaseOf(deps, member, report);
  const compared = comparison === null ? null : openable(comparison, release).comparison;
  const answered = await queryMethods(deps, member, {
    title: report.name,
    ...definitions,
    ...(compared === null ? {} : { compared: comparisonLines(compared, release) }),
    release,
    software: deps.software,
    detail: { report: report.id, version: report.version },
    signal,
  });
  return { report, answered };
}

const nameOf = ({ clock }: ReportDeps, { report, methods }: ReportMethods, ending: string) => ({
  fileName: `${fileNameOf(report)}_methods_${today(clock)}.${ending}`,
  receipts: { cohortReceipt: methods.receipt },
});

interface MethodsFile {
  readonly ending: string;
  readonly content: (methods: Methods) => Written;
}

function fileOf(
  deps: ReportDeps,
  { report, answered }: Awaited<ReturnType<typeof methodsOf>>,
  { ending, content }: MethodsFile,
) {
  return answered.with((methods): Download => {
    async function* body(): AsyncGenerator<string> {
      yield content(methods);
    }
    return { ...nameOf(deps, { report, methods }, ending), body: body() };
  });
}

/** The files of a crate, packed. */
async function* zipOf(files: Crate, made: Date): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files))
    zip.addBuffer(Buffer.from(content), safePath(name), { mtime: made });
  zip.end();
  for await (const chunk of zip.outputStream) yield Buffer.from(chunk);
}
