import { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { type Ontology, type OntologyDocument, type OntologyDoubt, resolveOntology } from '@atrium/engine';
import { refuseDeepNesting } from '../../package/nesting.ts';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { OntologyPlan, OntologySource } from '../../package/packagePlan.ts';
import type { PackageSource } from '../../package/packageSource.ts';
import { openText, toUnreadable } from '../rows/openText.ts';
import { createOboParser } from './parseObo.ts';
import { parseOboGraphs } from './parseOboGraphs.ts';

/** An ontology, and what is doubtful in its file. */
interface LoadedOntology {
  readonly ontology: Ontology;
  readonly doubts: readonly OntologyDoubt[];
}

/** Where the terms are stated, for messages. */
export const ontologyFile = ({ source }: OntologyPlan): string =>
  source.kind === 'file' ? source.path : 'the descriptor';

/**
 * Parses and resolves an ontology file, gzipped or not, or the terms of a descriptor; throws UnreadableFile where it cannot be parsed, was cut or has
 * a cycle (rule 10.12).
 */
export async function loadOntology(
  plan: OntologyPlan,
  source: PackageSource,
  onBytes: (bytes: number) => void,
): Promise<LoadedOntology> {
  const file = ontologyFile(plan);
  const document =
    plan.source.kind === 'inline' ? plan.source.document : await loadDocument(plan.source, source, onBytes);
  const outcome = resolveOntology(document);
  if (outcome.kind === 'cyclic') {
    const cycle = [...outcome.cycle, outcome.cycle[0] ?? ''].join(' is a ');
    throw new UnreadableFile(file, `the ontology ${plan.id} has a cycle: ${cycle}`);
  }
  if (outcome.ontology.terms.length === 0 && plan.source.kind === 'file') {
    const { format } = plan.source;
    throw new UnreadableFile(file, `the ontology ${plan.id} has no terms; is its format ${format}?`);
  }
  return outcome;
}

async function loadDocument(
  { path, format }: Extract<OntologySource, { kind: 'file' }>,
  source: PackageSource,
  onBytes: (bytes: number) => void,
): Promise<OntologyDocument> {
  const { budget } = source;
  const request = { file: path, isCompressed: /\.gz$/i.test(path), encoding: 'utf-8', budget, onBytes };
  const obo = createOboParser();
  const json: string[] = [];
  const lines = lineSplitter(obo.line);
  const target = textSink(format === 'obo' ? lines.text : (text) => json.push(text));
  try {
    openText(await source.open(path), request, target);
    await finished(target);
    if (format === 'obographs') {
      const text = json.join('');
      refuseDeepNesting(text);
      return parseOboGraphs(JSON.parse(text));
    }
    const isWhole = lines.end();
    const stated = obo.finish();
    if (!isWhole && stated.terms.length > 0)
      throw new Error('its last line has no line break, so it may have been cut');
    return stated;
  } catch (error) {
    const fault = toUnreadable(error, { file: path, encoding: 'utf-8' });
    if (fault instanceof UnreadableFile) throw fault;
    const reason = error instanceof Error ? error.message.slice(0, 200) : String(error);
    throw new UnreadableFile(path, `cannot be read as ${format} (${reason})`, { cause: error });
  }
}

function textSink(take: (text: string) => unknown): Writable {
  return new Writable({
    decodeStrings: false,
    write: (text: string | Buffer, _encoding, done) => {
      take(text.toString());
      done();
    },
  });
}

function lineSplitter(onLine: (line: string) => void) {
  let rest = '';
  return {
    text: (text: string): void => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(onLine);
    },
    /** Whether the last line was ended, too. */
    end: (): boolean => {
      onLine(rest);
      return rest === '';
    },
  };
}
