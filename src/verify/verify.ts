import { DiagnosticBag } from '../diagnostics/diagnostic.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { lineOf } from '../diagnostics/span.js';
import { exploreExplicit } from '../engines/explicit/explore.js';
import type { EngineResult, ProgressListener, Verdict } from '../engines/engine.js';
import type { Program, Property } from '../ir/program.js';
import type { Trace } from '../ir/trace.js';
import type { LanguageEntry } from './load.js';
import type { Lowered, PassListener, Pipeline } from '../pass/run.js';
import { runPipeline } from '../pass/run.js';
import { InternalError, getOrFail, invariant } from '../support/check.js';
import { Machine } from '../memory/machine.js';
import { replay } from '../evidence/replay.js';
import { bufferBound } from './bound.js';
import { addInvariants } from './extra-invariants.js';
import { limitations } from './limitations.js';
import { limitsOf } from './limits.js';
import { loadProgram } from './load.js';
import type { VerifyInput, VerifyOptions } from './options.js';
import { blankReport, noStats } from './report.js';
import { reportOf } from './refusals.js';
import type { PropertyReport, Reason, Stats, VerifyReport } from './report.js';
import { refuseTemporal, selectProperties } from './select.js';

/** What the caller brings: the languages it reads, the passes to run, a way to stop, somebody who likes to hear of progress. */
export interface VerifyHooks {
  readonly languages: readonly LanguageEntry[];
  readonly pipeline: Pipeline;
  readonly signal: AbortSignal;
  readonly progress: ProgressListener;
  /** Hears what each pass has made. */
  readonly listener?: PassListener;
}

/**
 * Decides the properties of a file. What is wrong with the file or the question is told in the report; only bugs of ours
 * are thrown, a counterexample that does not replay among them.
 */
export async function verifyFile(
  input: VerifyInput,
  options: VerifyOptions,
  hooks: VerifyHooks,
): Promise<VerifyReport> {
  return reportOf(new Run(input, options, hooks, performance.now()));
}

class Run {
  #language: string | null = null;
  #warnings: readonly Diagnostic[] = [];
  #hasProcesses = false;

  constructor(
    private readonly input: VerifyInput,
    private readonly options: VerifyOptions,
    private readonly hooks: VerifyHooks,
    private readonly started: number,
  ) {}

  async report(): Promise<VerifyReport> {
    const { options, hooks } = this;
    const usage = new DiagnosticBag();
    const program = await this.#load();
    const properties = selectProperties(program.properties, options.properties, options.deadlock, usage);
    if (usage.hasErrors) return this.refused('usage', usage.errors());
    refuseTemporal(properties);

    const lowered = runPipeline(
      hooks.pipeline,
      program,
      { procs: options.procs, model: options.model },
      hooks.listener,
    );
    const bound = bufferBound(lowered.system.shared, options, usage);
    if (usage.hasErrors) return this.refused('usage', usage.errors());
    const chosen = new Set(properties.map((p) => p.name));
    const request = {
      system: lowered.system,
      model: options.model,
      // As rewritten by the passes: a forall is spelt out there.
      properties: [...lowered.system.properties, ...properties.filter((p) => p.kind === 'deadlock')].filter(
        (p) => chosen.has(p.name),
      ),
      limits: limitsOf(options, this.started, hooks.signal),
      progress: hooks.progress,
    };
    const built = performance.now();
    const result = await exploreExplicit(request, {
      bound,
      havocRange: options.havocRange,
      reductions: true,
      collectFinals: null,
    });
    return this.#conclude(lowered, request.properties, result, built);
  }

  async #load(): Promise<Program> {
    const bag = new DiagnosticBag();
    const { language, program } = await loadProgram(
      this.hooks.languages,
      this.input.path,
      this.input.language,
      bag,
    );
    this.#language = language;
    bag.throwIfErrors();
    invariant(program !== null, 'a front end that gives no program says why');
    this.#warnings = bag.warnings();
    this.#hasProcesses = program.threads.some((t) => t.instances.kind === 'any');
    return addInvariants(program, this.options.extraInvariants);
  }

  #conclude(
    lowered: Lowered,
    properties: readonly Property[],
    result: EngineResult,
    built: number,
  ): VerifyReport {
    const reports = properties.map((p) =>
      this.#propertyReport(lowered, p, getOrFail(result.verdicts, p.name)),
    );
    const violated = reports.find((r) => r.verdict === 'unsafe');
    const undecided = reports.find((r) => r.verdict === 'unknown');
    return {
      ...this.#frame(),
      verdict: violated !== undefined ? 'unsafe' : undecided !== undefined ? 'unknown' : 'safe',
      reason: violated === undefined ? (undecided?.reason ?? null) : null,
      property: violated?.name ?? null,
      trace: violated?.trace ?? null,
      properties: reports,
      warnings: [...this.#warnings, ...result.warnings, ...noProperty(properties)],
      limitations: limitations(this.#hasProcesses, this.options, reports),
      stats: {
        ...this.#stats(),
        buildSeconds: (built - this.started) / 1000,
        states: result.stats.states,
        transitions: result.stats.transitions,
        checkSeconds: result.stats.checkSeconds,
        tableBytes: result.stats.tableBytes,
      },
    };
  }

  #propertyReport(lowered: Lowered, property: Property, verdict: Verdict): PropertyReport {
    const line = 'span' in property ? lineOf(property.span) : null;
    const base = { name: property.name, kind: property.kind, line, reason: null, detail: null, trace: null };
    switch (verdict.kind) {
      case 'safe':
        return { ...base, verdict: 'safe' };
      case 'unknown':
        return { ...base, verdict: 'unknown', reason: verdict.reason, detail: verdict.detail };
      case 'unsafe': {
        const confirmed = this.#confirmed(lowered, property, verdict);
        if ('trace' in confirmed) return { ...base, verdict: 'unsafe', trace: confirmed.trace };
        return { ...base, verdict: 'unknown', reason: 'unconfirmed', detail: confirmed.undecided };
      }
    }
  }

  /** No `unsafe` leaves without having been run again by the plain semantics, on the program as it was lowered. */
  #confirmed(
    lowered: Lowered,
    property: Property,
    verdict: Extract<Verdict, { kind: 'unsafe' }>,
  ): { readonly trace: Trace } | { readonly undecided: string } {
    const { model } = this.options;
    const check = replay(new Machine(lowered.reference, model), lowered.mapBack(verdict.execution), property);
    const shown = replay(new Machine(lowered.system, model), verdict.execution, property);
    if (check.kind === 'accepted' && shown.kind === 'accepted') return { trace: shown.trace };
    for (const replayed of [check, shown]) {
      if (replayed.kind === 'rejected') {
        throw new InternalError(`the counterexample to ${property.name} does not replay: ${replayed.why}`);
      }
    }
    return {
      undecided: 'the violation could not be checked: there are too many ways to go on to try them all',
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
      engine: 'explicit',
      bound: typeof bound === 'number' ? bound : null,
      warnings: this.#warnings,
      stats: this.#stats(),
    };
  }

  #stats(): Stats {
    return {
      ...noStats,
      seconds: (performance.now() - this.started) / 1000,
      peakMemoryMB: Math.round(process.resourceUsage().maxRSS / 1024),
    };
  }
}

function noProperty(properties: readonly Property[]): readonly Diagnostic[] {
  if (properties.length > 0) return [];
  const message = 'the program states no property, so there is nothing that could be violated';
  const note = 'add an invariant, an assert or a final; or give --invariant EXPR or --deadlock';
  return [{ code: 'W603', severity: 'warning', span: null, message, note }];
}
