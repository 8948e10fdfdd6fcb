import { mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/**
 * Files that members of a portfolio write, each under a name of its own until it is known whose count. They stand beside the
 * place where they are wanted, because evidence says by its own place where its program is.
 */
export class MemberFiles {
  readonly #own: string;
  readonly #tag = `.portfolio-${process.pid}-`;

  constructor(
    /** By the options that name them. */
    private readonly wanted: ReadonlyMap<string, string>,
  ) {
    this.#own = mkdtempSync(join(tmpdir(), 'fencepost-portfolio-'));
  }

  /** What the options of a member are to name. */
  of(member: number): ReadonlyMap<string, string> {
    return new Map([...this.wanted].map(([option, path]) => [option, this.#named(path, member)]));
  }

  /** A file for ourselves. */
  documentOf(member: number): string {
    return join(this.#own, `${member}.json`);
  }

  /** Those of this member are those that were wanted. What it did not write is not there. */
  keep(member: number): void {
    const there = this.#there();
    for (const path of this.wanted.values()) {
      const named = this.#named(path, member);
      if (there.includes(named)) renameSync(named, path);
    }
  }

  /** What is left, also of members that were killed while they wrote. */
  remove(): void {
    for (const path of this.#there()) rmSync(path, { force: true });
    rmSync(this.#own, { recursive: true, force: true });
  }

  #named(path: string, member: number): string {
    return `${path}${this.#tag}${member}`;
  }

  #there(): readonly string[] {
    return [...this.wanted.values()].flatMap((path) =>
      readdirSync(dirname(path))
        .filter((name) => name.startsWith(`${basename(path)}${this.#tag}`))
        .map((name) => join(dirname(path), name)),
    );
  }
}
