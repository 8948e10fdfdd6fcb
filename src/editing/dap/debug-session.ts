import { basename } from 'node:path';
import type { DebugProtocol } from '@vscode/debugprotocol';
import { field, listField, numberField, textField } from '../../support/json-fields.js';
import { outcomeOf } from '../apart/answered-run.js';
import type { ToldValue } from '../apart/answered-run.js';
import { evaluateIn } from './evaluate-in-run.js';
import { NoRun, findRun } from './asked-run.js';
import type { RunForDebugger } from './asked-run.js';
import { RunPlayer } from './run-player.js';
import type { PlayerStop } from './run-player.js';

export type DebugAnswer =
  { readonly kind: 'done'; readonly body?: object } | { readonly kind: 'failed'; readonly why: string };

type Tell = (event: string, body: object) => void;

const done = (body: object = {}): DebugAnswer => ({ kind: 'done', body });
const failed = (why: string): DebugAnswer => ({ kind: 'failed', why });

/** What is shown of the frame of a thread, in the order of the debugger's view. */
const scopes = ['Locals', 'Shared', 'Store buffers'] as const;
/** References of variables: those of thread t are from t times this on; behind the scopes come the buffers. */
const perThread = 1000;

/** One counterexample in a debugger. */
export class DebugSession {
  readonly #stop = new AbortController();
  #found: RunForDebugger | null = null;
  #player: RunPlayer | null = null;
  #stopsOnEntry = true;
  /** What is told once the request has its answer. */
  #pending: (() => void)[] = [];

  constructor(private readonly tell: Tell) {}

  close(): void {
    this.#stop.abort();
  }

  /** Events that belong to a request follow its answer. */
  afterAnswer(command: string): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const tell of pending) tell();
    if (command === 'disconnect' || command === 'terminate') this.close();
  }

  async answer(command: string, args: unknown): Promise<DebugAnswer> {
    try {
      switch (command) {
        case 'initialize':
          return done(capabilities);
        case 'launch':
          return await this.#launch(args);
        case 'disconnect':
          return done();
        case 'terminate':
          this.#later('terminated');
          return done();
        default:
          return this.#player === null || this.#found === null
            ? failed('no run is replayed')
            : this.#replayed(command, args, this.#player, this.#found);
      }
    } catch (error) {
      return failed(error instanceof Error ? error.message : String(error));
    }
  }

  #later(event: string, body: object = {}): void {
    this.#pending.push(() => this.tell(event, body));
  }

  async #launch(args: unknown): Promise<DebugAnswer> {
    try {
      this.#found = await findRun(args, this.#stop.signal);
    } catch (error) {
      if (!(error instanceof NoRun)) throw error;
      this.#later('terminated');
      return failed(error.message);
    }
    const { run, model } = this.#found;
    this.#player = new RunPlayer(run);
    this.#stopsOnEntry = field(args, 'stopOnEntry') !== false;
    const under = model === null ? '' : ` under ${model}`;
    this.#say(`${outcomeOf(run)}${under}: a run of ${run.steps.length} steps`);
    // Breakpoints are sent when it is known which lines the run comes to.
    this.#later('initialized');
    return done();
  }

  #say(text: string): void {
    this.#later('output', { category: 'console', output: `${text}\n` });
  }

  #replayed(command: string, args: unknown, player: RunPlayer, found: RunForDebugger): DebugAnswer {
    switch (command) {
      case 'setBreakpoints':
        return this.#breakpoints(args, player, found);
      case 'setExceptionBreakpoints':
      case 'setFunctionBreakpoints':
        return done({ breakpoints: [] });
      case 'configurationDone':
        this.#stopped(this.#stopsOnEntry ? 'entry' : player.forward(), player);
        return done();
      case 'threads':
        return done({ threads: player.threads.map((name, i) => ({ id: i + 1, name })) });
      case 'stackTrace':
        return this.#stack(args, player, found);
      case 'scopes':
        return this.#scopes(numberField(args, 'frameId') ?? 0, player);
      case 'variables':
        return this.#variables(numberField(args, 'variablesReference') ?? 0, player);
      case 'evaluate':
        return this.#evaluate(args, player);
      case 'exceptionInfo':
        return done(exceptionOf(found));
      default:
        return this.#move(command, args, player);
    }
  }

  #move(command: string, args: unknown, player: RunPlayer): DebugAnswer {
    const thread = player.threads[(numberField(args, 'threadId') ?? 1) - 1] ?? '';
    const isOver = player.isAtEnd && player.run.cycle === null;
    switch (command) {
      case 'next':
        return this.#moved(isOver ? null : player.step(), player);
      case 'stepIn':
      case 'stepOut':
        return this.#moved(isOver ? null : player.stepOf(thread), player);
      case 'continue':
        return this.#moved(isOver ? null : player.forward(), player, { allThreadsContinued: true });
      case 'stepBack':
        return this.#moved(player.back(), player);
      case 'reverseContinue':
        return this.#moved(player.backward(), player);
      case 'restart':
        return this.#moved(player.restart(), player);
      case 'pause':
        return this.#moved('step', player);
      default:
        return failed(`${command} makes no sense for a run that is replayed`);
    }
  }

  /** Null: the run was at its end already. */
  #moved(stop: PlayerStop | null, player: RunPlayer, body: object = {}): DebugAnswer {
    if (stop === null) this.#later('terminated');
    else this.#stopped(stop, player);
    return done(body);
  }

  #stopped(stop: PlayerStop, player: RunPlayer): void {
    const { position, last, next, run } = player;
    const thread = (stop === 'end' ? last : (next ?? last))?.thread ?? '';
    if (last !== null) this.#say(`${position}. ${last.thread}: ${last.action}`);
    const conclusion = run.conclusion ?? outcomeOf(run);
    if (stop === 'end') this.#say(conclusion);
    this.#later('stopped', {
      reason: stop === 'end' ? 'exception' : stop,
      description:
        stop === 'end'
          ? `${run.isReached ? 'Reached' : 'Violated'}: ${run.property ?? ''}`
          : `Step ${position} of ${run.steps.length}`,
      ...(stop === 'end' ? { text: conclusion } : {}),
      threadId: player.threads.indexOf(thread) + 1,
      allThreadsStopped: true,
    });
  }

  #breakpoints(args: unknown, player: RunPlayer, { path }: RunForDebugger): DebugAnswer {
    const source = textField(field(args, 'source'), 'path') ?? '';
    const lines = listField(args, 'breakpoints').map((each) => numberField(each, 'line') ?? 0);
    const isOwn = basename(source) === basename(path);
    if (isOwn) player.breakAt(lines);
    const breakpoints = lines.map((line, i) =>
      isOwn && player.visits(line)
        ? { id: i + 1, verified: true, line }
        : { id: i + 1, verified: false, line, message: 'the run does not come here' },
    );
    return done({ breakpoints });
  }

  #stack(args: unknown, player: RunPlayer, { path }: RunForDebugger): DebugAnswer {
    const id = numberField(args, 'threadId') ?? 0;
    const thread = player.threads[id - 1];
    if (thread === undefined) return failed('there is no such thread');
    const { step, line } = player.nextOf(thread);
    const isNext = step !== null && step === player.next;
    const what =
      step === null ? 'takes no more step in this run' : `${isNext ? 'next' : 'later'}: ${step.action}`;
    const frame: DebugProtocol.StackFrame = {
      ...{ id, name: `${thread}, ${what}`, line: line ?? 1, column: 1 },
      source: { name: basename(path), path },
      ...(line === null ? { presentationHint: 'subtle' } : {}),
    };
    return done({ stackFrames: [frame], totalFrames: 1 });
  }

  #scopes(frame: number, player: RunPlayer): DebugAnswer {
    if (player.threads[frame - 1] === undefined) return failed('there is no such frame');
    const told: DebugProtocol.Scope[] = scopes.map((name, i) => ({
      ...{ name, variablesReference: frame * perThread + i + 1, expensive: false },
      ...(name === 'Locals' ? { presentationHint: 'locals' } : {}),
    }));
    return done({ scopes: told });
  }

  #variables(reference: number, player: RunPlayer): DebugAnswer {
    const frame = Math.floor(reference / perThread);
    const part = (reference % perThread) - 1;
    const thread = player.threads[frame - 1];
    if (thread === undefined || part < 0) return failed('there are no such variables');
    const { memory, locals, buffers } = player.state;
    const scope = scopes[part];
    switch (scope) {
      case 'Locals': {
        const own = [...locals].filter(([name]) => name.startsWith(`${thread}.`));
        return told(own.map(([name, value]) => variable(name.slice(thread.length + 1), value)));
      }
      case 'Shared':
        return told([...memory].map(([name, value]) => variable(name, value)));
      case 'Store buffers':
        return told(player.threads.map((name, i) => bufferOf(name, buffers.get(name) ?? [], frame, i)));
      default: {
        // Behind the scopes come the buffers, one for each thread.
        const owner = player.threads[part - scopes.length] ?? '';
        const entries = buffers.get(owner) ?? [];
        return told(entries.map((entry, i) => plain(i === 0 ? '0 (oldest)' : String(i), entry)));
      }
    }
  }

  #evaluate(args: unknown, player: RunPlayer): DebugAnswer {
    const frame = numberField(args, 'frameId');
    const thread = frame === null ? null : (player.threads[frame - 1] ?? null);
    const evaluated = evaluateIn(player.state, thread, textField(args, 'expression') ?? '');
    if (evaluated.kind === 'failed') return failed(evaluated.why);
    const { value, note } = evaluated;
    return done({
      result: note === null ? String(value) : `${String(value)} (${note})`,
      variablesReference: 0,
    });
  }
}

const told = (variables: readonly DebugProtocol.Variable[]): DebugAnswer => done({ variables });

const plain = (name: string, value: string): DebugProtocol.Variable => ({
  name,
  value,
  variablesReference: 0,
});

const variable = (name: string, value: ToldValue): DebugProtocol.Variable => ({
  ...plain(name, String(value)),
  ...{ type: typeof value === 'boolean' ? 'bool' : 'int', evaluateName: name },
});

function bufferOf(
  name: string,
  entries: readonly string[],
  frame: number,
  thread: number,
): DebugProtocol.Variable {
  const isEmpty = entries.length === 0;
  return {
    name,
    value: isEmpty ? 'empty' : entries.join(', '),
    variablesReference: isEmpty ? 0 : frame * perThread + scopes.length + thread + 1,
    indexedVariables: entries.length,
  };
}

const exceptionOf = ({ run }: RunForDebugger): DebugProtocol.ExceptionInfoResponse['body'] => ({
  exceptionId: run.property ?? (run.isReached ? 'reached' : 'violated'),
  breakMode: 'always',
  description: run.conclusion ?? outcomeOf(run),
});

const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsStepBack: true,
  supportsEvaluateForHovers: true,
  supportsRestartRequest: true,
  supportsExceptionInfoRequest: true,
  supportsTerminateRequest: true,
};
