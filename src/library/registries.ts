import { engines as engineTable } from '../engines/index.js';
import type { EngineName } from '../engines/index.js';
import { exporters } from '../exporters/index.js';
import type { TargetName } from '../exporters/index.js';
import { languages as languageTable } from '../frontends/index.js';
import { subjectKinds } from '../lang/program/subject-kind.js';
import type { SubjectKind } from '../lang/program/subject-kind.js';
import { modelNamed, modelNames } from '../memory/index.js';
import { invariant } from '../support/invariant.js';

/** A way to decide properties. */
export interface Engine {
  readonly name: EngineName;
  readonly summary: string;
  /** What it decides. */
  readonly takes: readonly SubjectKind[];
  /** The names of its counters in the statistics. */
  readonly counters: readonly string[];
}

/** An input language. */
export interface Language {
  /** As in `lang`. */
  readonly name: string;
  readonly title: string;
  readonly kind: SubjectKind;
  /** With the dot. */
  readonly extensions: readonly string[];
}

/** What `transform` writes, or a memory model. */
export interface Titled<Name extends string = string> {
  readonly name: Name;
  readonly title: string;
}

export const engines: readonly Engine[] = engineTable.map(({ name, summary, takes, counters }) => ({
  ...{ name, summary },
  takes: subjectKinds.filter((kind) => kind in takes),
  counters: counters.map((counter) => counter.name),
}));

export const languages: readonly Language[] = languageTable.map(({ language, title, kind, extensions }) => ({
  ...{ name: language, title, kind, extensions },
}));

export const targets: readonly Titled<TargetName>[] = exporters.map(({ name, title }) => ({ name, title }));

/** Those that have a name of their own; there is a `tsoN` for every N. */
export const models: readonly Titled[] = modelNames.map((name) => {
  const model = modelNamed(name);
  invariant(model !== null, 'the listed models are there');
  return { name, title: model.title };
});
