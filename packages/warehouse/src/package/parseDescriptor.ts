import { type DataPackage, dataPackage } from '@atrium/contract';
import { expandRoot } from './derivedRoot.ts';
import { describeIssues, withoutFaults } from './descriptorFaults.ts';
import { PackageRefused } from './packageErrors.ts';
import { descriptorPath, type PackageSource, pathObjection } from './packageSource.ts';

const maxBytes = 32 * 1024 * 1024;

/** A descriptor as far as its form allows, and every fault of its form. */
export interface ParsedDescriptor {
  /** Without the properties at fault; null when too little is left. */
  readonly descriptor: DataPackage | null;
  /** Subjects are the distinct values of a field (rule 10.16). */
  readonly isRootDerived: boolean;
  readonly problems: readonly string[];
}

/** Loads and parses `datapackage.json`; schemas and dialects in files of their own are filled in first. */
export async function parseDescriptor(source: PackageSource): Promise<ParsedDescriptor> {
  const written = await loadJson(source, descriptorPath);
  if (!isRecord(written)) throw new PackageRefused([`${descriptorPath}: is not a JSON object`]);
  const resources = written['resources'];
  if (Array.isArray(resources)) {
    written['resources'] = await Promise.all(resources.map((resource) => fillIn(resource, source)));
  }
  const { document, isRootDerived, problems } = expandRoot(written);
  const parsed = dataPackage.safeParse(document);
  if (parsed.success) return { descriptor: parsed.data, isRootDerived, problems };
  const { issues } = parsed.error;
  const rest = dataPackage.safeParse(withoutFaults(document, issues));
  const faults = [...problems, ...describeIssues(issues, document)];
  return { descriptor: rest.success ? rest.data : null, isRootDerived, problems: faults };
}

async function fillIn(resource: unknown, source: PackageSource): Promise<unknown> {
  if (!isRecord(resource)) return resource;
  const filled = { ...resource };
  for (const key of ['schema', 'dialect']) {
    const path = filled[key];
    if (typeof path !== 'string') continue;
    const objection = pathObjection(path);
    if (objection !== null)
      throw new PackageRefused([`resource ${String(resource['name'])}: its ${key} "${path}" ${objection}`]);
    filled[key] = await loadJson(source, path);
  }
  return filled;
}

async function loadJson(source: PackageSource, path: string): Promise<unknown> {
  const size = await source.sizeOf(path);
  if (size === null) throw new PackageRefused([`${path}: there is no such file in the package`]);
  if (size > maxBytes) throw new PackageRefused([`${path}: is larger than ${maxBytes} bytes`]);
  try {
    return JSON.parse(await loadText(source, path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PackageRefused([`${path}: cannot be read as JSON (${reason})`], { cause: error });
  }
}

async function loadText(source: PackageSource, path: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of await source.open(path)) chunks.push(Buffer.from(chunk));
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
