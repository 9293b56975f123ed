/** A package that cannot be imported, with everything that is wrong with it; nothing was changed. */
export class PackageRefused extends Error {
  override readonly name = 'PackageRefused';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(`The data package was refused:\n${problems.join('\n')}`, options);
    this.problems = problems;
  }
}
