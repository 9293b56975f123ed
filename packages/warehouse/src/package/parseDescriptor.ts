import { type DataPackage, dataPackage } from '@atrium/contract/documents/dataPackage';
import { expandRoot } from './derivedRoot.ts';
import { describeIssues, withoutFaults } from './descriptorFaults.ts';
import { refuseDeepNesting } from './nesting.ts';
import { PackageRefused } from './packageErrors.ts';
import { descriptorPath, isAddress, type PackageSource, pathObjection } from './packageSource.ts';

const maxBytes = 32 * 1024 * 1024;

/** A descriptor as far as its form allows, and every fault of its form. */
export interface ParsedDescriptor {
  /** Without the properties at fault; null when too little is left. */
  readonly descriptor: DataPackage | null;
  /** As the package spells it, with what it keeps in files of its own. */
  readonly written: unknown;
  /** Indexes of the resources whose schema or dialect is an address; it is left away. */
  readonly addressed: ReadonlySet<number>;
  /** The resource of which a field has the subjects (rule 10.16); null for any other root. */
  readonly rootDerivedFrom: string | null;
  readonly problems: readonly string[];
}

/**
 * Loads and parses `datapackage.json`; schemas and dialects in files of their own are filled in first. A package
 * without a name gets the id of the dataset as its name.
 */
export async function parseDescriptor(
  source: PackageSource,
  datasetId: string | undefined,
): Promise<ParsedDescriptor> {
  const written = await loadJson(source, descriptorPath);
  if (!isRecord(written)) throw new PackageRefused([`${descriptorPath}: is not a JSON object`]);
  if (datasetId !== undefined) written['name'] ??= datasetId;
  const resources = written['resources'];
  const addressed = new Set<number>();
  if (Array.isArray(resources)) {
    resources.forEach((resource, index) => {
      if (isRecord(resource) && parts.some((key) => isAddressed(resource[key]))) addressed.add(index);
    });
    written['resources'] = await Promise.all(resources.map((resource) => fillIn(resource, source)));
  }
  const { document, rootDerivedFrom, problems } = expandRoot(written);
  const parsed = dataPackage.safeParse(document);
  const rest = { written, addressed, rootDerivedFrom };
  if (parsed.success) return { descriptor: parsed.data, ...rest, problems };
  const { issues } = parsed.error;
  const repaired = dataPackage.safeParse(withoutFaults(document, issues));
  const faults = [...problems, ...describeIssues(issues, document)];
  return { descriptor: repaired.success ? repaired.data : null, ...rest, problems: faults };
}

/** What a resource may keep in a file of its own. */
const parts = ['schema', 'dialect'] as const;

const isAddressed = (part: unknown): boolean => typeof part === 'string' && isAddress(part);

async function fillIn(resource: unknown, source: PackageSource): Promise<unknown> {
  if (!isRecord(resource)) return resource;
  const filled = { ...resource };
  filled['name'] ??= nameOfFile(resource['path']);
  for (const key of parts) {
    const path = filled[key];
    if (typeof path !== 'string') continue;
    if (isAddress(path)) {
      delete filled[key];
      continue;
    }
    const objection = pathObjection(path);
    if (objection !== null)
      throw new PackageRefused([`resource ${String(filled['name'])}: its ${key} "${path}" ${objection}`]);
    filled[key] = await loadJson(source, path);
  }
  return filled;
}

/** The name of a resource without one: `data/My Visits.csv.gz` is `my_visits`. */
function nameOfFile(path: unknown): string | undefined {
  const first: unknown = Array.isArray(path) ? path[0] : path;
  if (typeof first !== 'string') return undefined;
  const file = first.split('/').at(-1) ?? '';
  const name = file
    .replace(/\.gz$/i, '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '_')
    .replaceAll(/^[_.-]+|_+$/g, '');
  return name === '' ? undefined : name;
}

async function loadJson(source: PackageSource, path: string): Promise<unknown> {
  const size = await source.sizeOf(path);
  if (size === null) throw new PackageRefused([`${path}: there is no such file in the package`]);
  if (size > maxBytes) throw new PackageRefused([`${path}: is larger than ${maxBytes} bytes`]);
  try {
    const text = await loadText(source, path);
    refuseDeepNesting(text);
    return JSON.parse(text);
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
