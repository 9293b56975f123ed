/** A package that cannot be imported, with everything that is wrong with it; nothing was changed. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`The data package was refused:\n${problems.join('\n')}`, options);
    this.problems = problems;
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
