/** A package that cannot be imported, with everything that is wrong with it; nothing was changed. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
  readonly problems: readonly string[];

  /** The same without values of the data: what a log may keep (rule 10.30). */
  readonly kept: readonly string[];

  /** Its message is what may be kept, since messages get into logs. */
  constructor(problems: readonly string[], options?: ErrorOptions & { readonly kept?: readonly string[] }) {
    const kept = options?.kept ?? problems;
    super(`The data package was refused:\n${kept.join('\n')}`, options);
    this.problems = problems;
    this.kept = kept;
    // Whoever writes the error into a log writes what is enumerable.
    Object.defineProperty(this, 'problems', { enumerable: false });
  }
}

/** Why a file of a package cannot be used at all: the package is at fault, not a value in it. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
  readonly file: string;
  /** Without the name of the file. */
  readonly reason: string;

  constructor(file: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${reason}`, options);
    this.file = file;
    this.reason = reason;
  }
}
