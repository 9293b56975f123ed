import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

interface Attributes {
  mode?: number;
}

/** The parts of Emscripten's NODEFS that decide a file's mode: by path, and on an open stream. */
interface NodeFileSystem {
  readonly node_ops: {
    setattr(node: unknown, attributes: Attributes): void;
    mknod(parent: unknown, name: string, mode: number, device: number): unknown;
  };
  readonly stream_ops: { setattr(stream: unknown, attributes: Attributes): void };
}

/**
 * The folder of an embedded database, all of it open to its owner only. Emscripten sets the mode of each file it
 * makes explicitly, past the umask of the process, and PostgreSQL asks for 0666.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[pglite, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pglite, options);
    const narrow = (module: { NODEFS: NodeFileSystem }) => keepPrivate(module.NODEFS);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [narrow, ...(emscriptenOpts.preRun ?? [])] } };
  }
}

const ofOwner = (mode: number): number => mode & ~0o077;

const restricted = (attributes: Attributes): Attributes =>
  attributes.mode === undefined ? attributes : { ...attributes, mode: ofOwner(attributes.mode) };

function keepPrivate({ node_ops: nodes, stream_ops: streams }: NodeFileSystem): void {
  const { setattr, mknod } = nodes;
  const setStream = streams.setattr;
  nodes.setattr = (node, attributes) => setattr(node, restricted(attributes));
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, ofOwner(mode), device);
  streams.setattr = (stream, attributes) => setStream(stream, restricted(attributes));
}
