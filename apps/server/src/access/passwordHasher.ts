/** One way to hash passwords; a hash says by its prefix which way made it. */
export interface PasswordHasher {
  readonly prefix: string;
  hash(password: string): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
}
