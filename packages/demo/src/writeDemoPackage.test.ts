import { createHash } from 'node:crypto';
import { access, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPackage, type PackageField, type PackageResource } from '@atrium/contract/documents/dataPackage';
import { describe, expect, it } from 'vitest';
import { demoDatasets, type WriteOptions, writeDemoPackage } from './index.ts';
import { grouped, inTemporaryFolder, writtenPackage } from './testing/writtenPackage.ts';

const small = { subjects: 200, seed: 5 } as const;

async function fingerprint(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const hash = createHash('sha256');
  for (const file of names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted()) {
    hash.update(file.slice(folder.length)).update(await readFile(file));
  }
  return hash.digest('hex');
}

async function written(name: 'default' | 'registry', options: WriteOptions): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    await writeDemoPackage(name, folder, options);
    return fingerprint(folder);
  });
}

describe.each(demoDatasets)('writeDemoPackage of $name', ({ name, title }) => {
  const longForDefaultDemo = { tags: name === 'default' ? ['long'] : [] };

  it('writes the same bytes for the same seed and others for another', longForDefaultDemo, async () => {
    const first = await written(name, small);
    expect(await written(name, small)).toBe(first);
    expect(await written(name, { ...small, seed: 6 })).not.toBe(first);
  });

  it('writes a package that the contract accepts, under its own name and title', async () => {
    const { descriptor } = await writtenPackage(name, small);
    expect(dataPackage.parse(descriptor)).toMatchObject({ name, title });
  });

  it(
    'writes exactly as many subjects as asked for, the last family cut to fit',
    longForDefaultDemo,
    async () => {
      for (const subjects of [1, 2, 199]) {
        const { descriptor, table } = await writtenPackage(name, { subjects });
        expect(table(descriptor.atrium?.root ?? '')).toHaveLength(subjects);
      }
    },
  );

  it('begins a larger package with the subjects of a smaller one', longForDefaultDemo, async () => {
    const [few, more] = [
      await writtenPackage(name, { subjects: 60 }),
      await writtenPackage(name, { subjects: 90 }),
    ];
    const root = few.descriptor.atrium?.root ?? '';
    expect(more.table(root).slice(0, 50)).toEqual(few.table(root).slice(0, 50));
  });

  it('gives every column of every table a field, in the same order', longForDefaultDemo, async () => {
    const { descriptor, headers } = await writtenPackage(name, small);
    for (const resource of descriptor.resources) {
      expect(headers.get(resource.name)).toBe(resource.schema?.fields.map((field) => field.name).join(','));
    }
  });

  it('resolves every primary and foreign key', longForDefaultDemo, async () => {
    const { descriptor, table } = await writtenPackage(name, { subjects: 600 });
    for (const { name: from, schema } of descriptor.resources) {
      if (schema?.primaryKey !== undefined) {
        const groups = grouped(table(from), String(schema.primaryKey));
        expect(groups.has('')).toBe(false);
        expect(groups.size).toBe(table(from).length);
      }
      for (const { fields, reference } of schema?.foreignKeys ?? []) {
        const targets = grouped(table(reference.resource ?? from), String(reference.fields));
        const key = String(fields);
        const lost = table(from).filter((row) => !targets.has(row[key] ?? ''));
        expect(lost, `${from}.${fields}`).toEqual([]);
      }
    }
  });

  it('holds in a category only values that its field lists', { tags: 'long' }, async () => {
    const { descriptor, table } = await writtenPackage(name, { subjects: 600 });
    for (const resource of descriptor.resources) {
      for (const field of resource.schema?.fields ?? []) {
        if (field.categories === undefined) continue;
        expect(field.categories.length, field.name).toBeGreaterThan(1);
        const values = new Set(table(resource.name).map((row) => row[field.name] ?? ''));
        values.delete('');
        expect(field.categories).toEqual(expect.arrayContaining([...values]));
      }
    }
  });

  it('names only default columns and parent categories that exist', async () => {
    const { descriptor } = await writtenPackage(name, { subjects: 3 });
    const categories = descriptor.atrium?.categories ?? [];
    expect(await conceptIds(name)).toEqual(
      expect.arrayContaining(descriptor.atrium?.defaultColumns ?? ['missing']),
    );
    const parents = categories.flatMap((category) => category.parent ?? []);
    expect(parents.length).toBeGreaterThan(3);
    expect(categories.map((category) => category.id)).toEqual(expect.arrayContaining(parents));
  });

  it('describes each concept in a sentence and files it under a category and an ontology that exist', async () => {
    const { descriptor } = await writtenPackage(name, { subjects: 3 });
    const categories = descriptor.atrium?.categories?.map((category) => category.id);
    const ontologies = descriptor.atrium?.ontologies?.map((ontology) => ontology.id) ?? [];
    for (const { atrium, description } of descriptor.resources.flatMap(concepts)) {
      expect(description).toMatch(/^[A-Z].*\.$/);
      expect(categories).toContain(atrium?.category);
      if (atrium?.ontology !== undefined) expect(ontologies).toContain(atrium.ontology);
    }
  });

  it('prefilters by a category of the same table', async () => {
    const { descriptor } = await writtenPackage(name, { subjects: 3 });
    const prefilters = descriptor.resources.flatMap((resource) =>
      concepts(resource).flatMap(({ atrium }) =>
        atrium?.prefilter ? [{ resource, ...atrium.prefilter }] : [],
      ),
    );
    expect(prefilters.length).toBeGreaterThan(0);
    for (const { resource, field } of prefilters) {
      expect(concepts(resource).find((concept) => concept.name === field)?.atrium?.type).toBe('category');
    }
  });
});

function concepts(resource: PackageResource): PackageField[] {
  return (resource.schema?.fields ?? []).filter((field) => field.atrium?.publish !== false);
}

async function conceptIds(name: 'default' | 'registry'): Promise<string[]> {
  const { descriptor } = await writtenPackage(name, { subjects: 3 });
  return descriptor.resources.flatMap((resource) =>
    concepts(resource).map(
      (field) =>
        field.atrium?.id ??
        (resource.name === descriptor.atrium?.root ? field.name : `${resource.name}_${field.name}`),
    ),
  );
}

describe('writeDemoPackage', () => {
  it('shares no concept id between the demo datasets', async () => {
    const ids = [...(await conceptIds('default')), ...(await conceptIds('registry'))];
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    expect((await conceptIds('registry')).every((id) => id.startsWith('reg_'))).toBe(true);
  });

  it('reports progress up to the number of subjects', { tags: 'long' }, async () => {
    const steps: [number, number][] = [];
    await inTemporaryFolder((folder) =>
      writeDemoPackage('default', folder, {
        subjects: 700,
        onProgress: (done, total) => steps.push([done, total]),
      }),
    );
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.at(-1)).toEqual([700, 700]);
    const counts = steps.map(([done]) => done);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  });

  it('stops when aborted and leaves no descriptor behind, not even an older one', async () => {
    await inTemporaryFolder(async (folder) => {
      await writeDemoPackage('default', folder, small);
      const stop = new AbortController();
      const writing = writeDemoPackage('default', folder, {
        signal: stop.signal,
        onProgress: () => stop.abort(new Error('enough')),
      });
      await expect(writing).rejects.toThrow('enough');
      await expect(access(join(folder, 'datapackage.json'))).rejects.toThrow('ENOENT');
    });
  });
});
