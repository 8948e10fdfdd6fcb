import { refuseDrawn, toSystem } from '../boolean/to-system.js';
import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { lineOf } from '../diagnostics/span.js';
import type { EngineStats, Limits } from '../engines/engine.js';
import { kindOf } from '../frontends/language.js';
import type { BooleanProgram, BooleanProperty } from '../ir/boolean-program.js';
import { yes } from '../ir/formula.js';
import { sc } from '../memory/sc.js';
import { at, getOrFail, invariant } from '../support/check.js';
import { bufferBound } from './bound.js';
import type { Confirmation } from './check-confirm.js';
import { contradiction, semanticsOf } from './check-options.js';
import type { CheckOptions } from './check-options.js';
import { neverEnds, noProof, unreachedLabels } from './check-vacuity.js';
import { limitations } from './limitations.js';
import { limitsOf } from './limits.js';
import { loadBoolean } from './load.js';
import { usualOptions } from './options.js';
import type { VerifyInput } from './options.js';
import { blankReport } from './report.js';
import { reportOf } from './refusals.js';
import type { PropertyReport, Reason, VerifyReport } from './report.js';
import { statsSince } from './run-report.js';
import { refuseOthers } from './select.js';
import type { Pipelines, VerifyHooks } from './hooks.js';

/** As for verify; the passes are for files in other languages, and are fetched if they are needed. */
export interface CheckHooks extends Omit<VerifyHooks, 'pipelines' | 'listener'> {
  readonly pipelines: () => Promise<Pipelines>;
}

/**
 * Decides the property of a Boolean program. A file in another language goes to verify, as the explicit engine is the
 * concrete semantics of every finite program. Errors and bugs are told as by verify.
 */
export async function checkFile(
  input: VerifyInput,
  options: CheckOptions,
  hooks: CheckHooks,
): Promise<VerifyReport> {
  return reportOf(new Check(input, options, hooks, performance.now()));
}

/** What a search came to. */
interface Outcome {
  readonly verdict: { readonly kind: 'safe' } | Confirmation;
  readonly warnings: readonly Diagnostic[];
  readonly stats: EngineStats;
}

class Check {
  #language: string | null = null;
  #warnings: readonly Diagnostic[] = [];

  constructor(
    private readonly input: VerifyInput,
    private readonly options: CheckOptions,
    private readonly hooks: CheckHooks,
    private readonly started: number,
  ) {}

  async report(): Promise<VerifyReport> {
    const { input, options, hooks } = this;
    const usage = new DiagnosticBag();
    const kind = kindOf(hooks.languages, input.path, input.language);
    const wrong = contradiction(options, kind);
    if (wrong !== null) {
      usage.report('E006', null, wrong);
      return this.refused('usage', usage.errors());
    }
    if (kind === 'program' || kind === 'array') return this.#otherLanguage();
    const program = await this.#load();
    const stated = program.property === null ? [] : [program.property];
    refuseOthers(
      stated.map((p) => p.kind),
      options.properties,
      usage,
    );
    if (usage.hasErrors) return this.refused('usage', usage.errors());
    const limits = limitsOf(options, this.started, hooks.signal);
    const built = performance.now();
    const outcome =
      semanticsOf(options) === 'three-valued'
        ? await this.#threeValued(program, limits)
        : await this.#concrete(program, limits, usage);
    if (outcome === null) return this.refused('usage', usage.errors());
    return this.#conclude(program, outcome, built);
  }

  async #otherLanguage(): Promise<VerifyReport> {
    const { verifyFile } = await import('./verify.js');
    const { model, bound, properties, timeoutSeconds, memoryMB } = this.options;
    const options = {
      ...usualOptions,
      engine: 'explicit',
      model,
      bound,
      properties,
      timeoutSeconds,
      memoryMB,
    } as const;
    const hooks = { ...this.hooks, pipelines: await this.hooks.pipelines() };
    return verifyFile(this.input, options, hooks);
  }

  async #load(): Promise<BooleanProgram> {
    const bag = new DiagnosticBag();
    const { path, language: asked } = this.input;
    const { language, subject: program } = await loadBoolean(this.hooks.languages, path, asked, bag);
    this.#language = language;
    bag.throwIfErrors();
    invariant(program !== null, 'a front end that gives no program says why');
    this.#warnings = bag.warnings();
    refuseDrawn(program);
    return program;
  }

  async #threeValued(stated: BooleanProgram, limits: Limits): Promise<Outcome> {
    const { checkThreeValued } = await import('../engines/three-valued/check.js');
    const program = stated.property === null ? withNothingToViolate(stated) : stated;
    const { progress } = this.hooks;
    const { verdict, finals, stats } = await checkThreeValued({
      program,
      merge: this.options.merge,
      limits,
      progress,
    });
    if (verdict.kind === 'unknown') return { verdict, warnings: [], stats };
    if (verdict.kind === 'safe') return { verdict, warnings: finals ? [] : neverEnds(program), stats };
    const { confirmed } = await import('./check-confirm.js');
    const lowered = toSystem(program);
    const run = lowered.executionOf(verdict.run);
    return { verdict: confirmed(program, lowered, sc, run, limits), warnings: [], stats };
  }

  /** Null if the bag says what is wrong. */
  async #concrete(program: BooleanProgram, limits: Limits, usage: DiagnosticBag): Promise<Outcome | null> {
    const { model } = this.options;
    const lowered = toSystem(program);
    const { system, property, started } = lowered;
    const own = system.shared.filter((v) => v.id !== started);
    const bound = bufferBound(own, this.options, usage);
    if (usage.hasErrors) return null;
    const { exploreExplicit } = await import('../engines/explicit/explore.js');
    const { progress } = this.hooks;
    const result = await exploreExplicit(
      { system, model, properties: property === null ? [] : [property], limits, progress },
      // Whether there is a final state; not what it is like.
      {
        ...{ bound, havocRange: null, reductions: lowered.localsArePrivate, collectFinals: [] },
        endsWhenDecided: true,
      },
    );
    const { stats, incomplete } = result;
    const verdict = property === null ? null : getOrFail(result.verdicts, property.name);
    if (verdict?.kind === 'unsafe') {
      const { confirmed } = await import('./check-confirm.js');
      const checked = confirmed(program, lowered, model, verdict.execution, limits);
      return { verdict: checked, warnings: [], stats };
    }
    const doubt = incomplete ?? noProof(program, result.reached);
    const unreached = incomplete === null ? unreachedLabels(program, result.reached) : [];
    const endless = doubt === null && result.finals.length === 0 ? neverEnds(program) : [];
    return {
      verdict: doubt === null ? { kind: 'safe' } : { kind: 'unknown', ...doubt },
      warnings: [...unreached, ...endless],
      stats,
    };
  }

  #conclude(program: BooleanProgram, { verdict, warnings, stats }: Outcome, built: number): VerifyReport {
    const unknown = verdict.kind === 'unknown' ? verdict : null;
    const trace = verdict.kind === 'unsafe' ? verdict.trace : null;
    const stated = program.property === null ? [] : [reportedAs(program.property)];
    const reports = stated.map(({ name, kind, line }): PropertyReport => ({
      name,
      kind,
      line: verdict.kind === 'unsafe' ? verdict.line : line,
      verdict: verdict.kind,
      reason: unknown?.reason ?? null,
      detail: unknown?.detail ?? null,
      trace,
    }));
    const { model } = this.options;
    return {
      ...this.#frame(),
      verdict: verdict.kind,
      reason: unknown?.reason ?? null,
      property: trace === null ? null : (reports[0]?.name ?? null),
      trace,
      properties: reports,
      warnings: [...this.#warnings, ...warnings, ...(stated.length === 0 ? [nothingStated] : [])],
      limitations: [
        // Without a property there is no line that could tell it.
        ...(reports.length === 0 && unknown !== null ? [unknown.detail] : []),
        ...(trace?.leftOut === undefined ? [] : [toldInPart(trace.leftOut.count)]),
        ...limitations(false, { procs: null, model, havocRange: null }, reports),
      ],
      stats: { ...statsSince(this.started), ...stats, buildSeconds: (built - this.started) / 1000 },
    };
  }

  refused(reason: Reason, errors: readonly Diagnostic[]): VerifyReport {
    return { ...this.#frame(), verdict: null, reason, errors };
  }

  #frame(): VerifyReport {
    const { bound, model } = this.options;
    return {
      ...blankReport(this.input.path),
      language: this.#language,
      model: model.name,
      engine: this.#engine(),
      bound: typeof bound === 'number' ? bound : null,
      warnings: this.#warnings,
      stats: statsSince(this.started),
    };
  }

  /** Null: in no language that there is. */
  #engine(): VerifyReport['engine'] {
    const kind = kindOf(this.hooks.languages, this.input.path, this.input.language);
    if (kind !== 'boolean') return kind === 'program' ? 'explicit' : null;
    return semanticsOf(this.options) === 'three-valued' ? 'three-valued' : 'explicit';
  }
}

const reportedAs = ({ kind, span }: BooleanProperty) =>
  ({ name: kind, kind: kind === 'always' ? 'invariant' : 'final', line: lineOf(span) }) as const;

/** The search is worth its while without a property too: it tells whether the program gets anywhere. */
const withNothingToViolate = (program: BooleanProgram): BooleanProgram => ({
  ...program,
  property: { kind: 'always', condition: yes, span: at(program.threads, 0).span },
});

const toldInPart = (count: number): string =>
  `the counterexample is told in part: ${count} steps in its middle are too many for one document`;

const nothingStated: Diagnostic = {
  code: 'W603',
  severity: 'warning',
  span: null,
  message: 'the program states no property, so there is nothing that could be violated',
  note: 'add assert always or assert final',
};
