import path from 'node:path';
import type { Principal } from '@loggia/access';
import type { Clock } from '@loggia/kernel';
import type { Gateway, Program } from '@loggia/mcp';
import type { HookMoment, HookRequest, HookVerdict, Rule } from '@loggia/sessions/equipment';
import type { DeclaredHook, HookHandler } from '../plugins/loaded.ts';
import { lineOf } from '../plugins/parts/hooks.ts';
import { fewAtATime } from '../plugins/tree.ts';
import { agentIn } from '../session/running-call.ts';
import { matches } from './matcher.ts';
import { saidBy, type HookSaid } from './said.ts';
import { toldAt } from './told.ts';

/** A hook that is on and trusted. */
export interface UsableHook {
  /** Another one if what it runs may have changed. */
  readonly key: string;
  readonly plugin: { readonly id: string; readonly name: string };
  /** The folder of the plugin; absolute. */
  readonly root: string;
  readonly hook: DeclaredHook;
}

/** A tool of a server, with the names that matchers may use. */
export interface HookedTool {
  readonly shown: string;
  readonly names: readonly string[];
}

export interface SessionHooksPorts {
  readonly gateway: Pick<Gateway, 'run'>;
  readonly principal: Principal;
  readonly clock: Clock;
  /** The hooks that may run now: asked before every run, so that turning one off counts at once. */
  usable(): readonly UsableHook[];
  /** The folder that the session works in, if it is on this machine. */
  folder(): string | undefined;
  /** Undefined for tools that aren't a server's. */
  tool(name: string): HookedTool | undefined;
  report(problem: string, error: unknown): void;
}

interface Run {
  readonly usable: UsableHook;
  readonly handler: HookHandler;
  readonly key: string;
}

interface Answered extends Run {
  readonly said: HookSaid;
}

/** Output beyond this ends a hook. */
const maxBytes = 1024 * 1024;

/** Runs the hooks of one session. */
export class SessionHooks {
  readonly #ports: SessionHooksPorts;
  /** The answers of the hooks for the start of the session; each runs once. */
  readonly #started = new Map<string, HookSaid>();

  constructor(ports: SessionHooksPorts) {
    this.#ports = ports;
  }

  /** Does not throw. */
  async at(request: HookRequest): Promise<HookVerdict> {
    const { moment } = request;
    const runs = this.#runsAt(moment);
    const due = runs.filter(({ key }) => !this.#started.has(key));
    if (due.length > 0) {
      const plugins = new Set(due.map(({ usable }) => usable.plugin.name));
      request.progress(`Running hooks of ${[...plugins].join(', ')}…`);
    }
    // One in the background ends by itself, when its time is up, or with the host.
    const whileHostRuns = { ...request, signal: new AbortController().signal };
    for (const run of due) if (run.handler.inBackground) void this.#run(run, whileHostRuns);
    const answered = await fewAtATime(
      due.filter(({ handler }) => !handler.inBackground),
      async (run): Promise<Answered> => ({ ...run, said: await this.#run(run, request) }),
    );
    if (moment.event !== 'SessionStart') return verdictOf(answered, moment.event);
    for (const { key, said } of answered) this.#started.set(key, said);
    for (const { key } of due) if (!this.#started.has(key)) this.#started.set(key, {});
    const { context: _new, ...verdict } = verdictOf(answered, moment.event);
    const all = runs.map((run) => ({ ...run, said: this.#started.get(run.key) ?? {} }));
    return { ...verdict, context: all.flatMap(contextOf) };
  }

  #runsAt(moment: HookMoment): readonly Run[] {
    const names = this.#namesAt(moment);
    return this.#ports.usable().flatMap((usable) => {
      if (usable.hook.event !== moment.event) return [];
      return usable.hook.handlers.flatMap((handler, index) =>
        handler.matcher === undefined || names === undefined || matches(handler.matcher, names)
          ? [{ usable, handler, key: `${usable.key} ${index}` }]
          : [],
      );
    });
  }

  /** Undefined where matchers mean nothing. */
  #namesAt(moment: HookMoment): readonly string[] | undefined {
    if (moment.event === 'SessionStart') return [moment.source];
    if (!('call' in moment)) return undefined;
    return this.#ports.tool(moment.call.name)?.names ?? [moment.call.name];
  }

  async #run({ usable, handler }: Run, request: HookRequest): Promise<HookSaid> {
    const { gateway, principal, report } = this.#ports;
    const { plugin, hook } = usable;
    const { session, agent, clientId } = request;
    const act = {
      server: plugin.id,
      serverName: plugin.name,
      session,
      caller: agentIn({ session, name: hook.event, agent, clientId }, principal),
      method: `hooks/${hook.event}`,
      target: lineOf(handler),
    };
    try {
      const end = await gateway.run(this.#programOf(usable, handler, request), act, request.signal);
      return saidBy(end, hook.event, hook.written);
    } catch (error) {
      report(`A hook of the plugin "${plugin.name}" could not be run`, error);
      return { problem: 'It could not be run; the log of the host says why.' };
    }
  }

  #programOf({ root, hook }: UsableHook, handler: HookHandler, request: HookRequest): Program {
    const { moment } = request;
    const project = this.#ports.folder();
    const tool = 'call' in moment ? this.#ports.tool(moment.call.name)?.shown : undefined;
    const subject = { folder: project ?? root, tool, now: this.#ports.clock.now() };
    const { command, args, shell, folder, timeoutMs } = handler;
    const filled = (text: string): string => text.replaceAll(rootPlaceholder, () => root);
    return {
      ...(shell === undefined
        ? { command: filled(command), args: args.map(filled) }
        : { command: shell === 'sh' ? '/bin/sh' : 'bash', args: ['-c', command] }),
      env: {
        ...Object.fromEntries(Object.entries(handler.env).map(([name, value]) => [name, filled(value)])),
        ...Object.fromEntries(rootVariables.map((name) => [name, root])),
        ...(project !== undefined && { CLAUDE_PROJECT_DIR: project, CURSOR_PROJECT_DIR: project }),
      },
      cwd: path.join(root, folder),
      input: toldAt(request, hook.written, subject),
      timeoutMs,
      maxBytes,
    };
  }
}

const rootVariables = ['CLAUDE_PLUGIN_ROOT', 'PLUGIN_ROOT', 'CURSOR_PLUGIN_ROOT', 'COPILOT_PLUGIN_ROOT'];
const rootPlaceholder = new RegExp(`\\$\\{(?:${rootVariables.join('|')})\\}`, 'g');

function contextOf({ usable, said }: Answered): readonly Rule[] {
  if (said.context === undefined) return [];
  return [{ name: `From the plugin "${usable.plugin.name}"`, text: said.context }];
}

function verdictOf(answered: readonly Answered[], event: string): HookVerdict {
  const reasons = (field: 'block' | 'stop'): string | undefined => {
    const given = answered.flatMap(({ usable, said }) => {
      const reason = said[field];
      return reason === undefined ? [] : [`${reason} (${event} hook of the plugin "${usable.plugin.name}")`];
    });
    return given.length === 0 ? undefined : given.join('\n');
  };
  const [block, stop] = [reasons('block'), reasons('stop')];
  return {
    ...(block !== undefined && { block }),
    ...(stop !== undefined && { stop }),
    ...(answered.some(({ said }) => said.ask) && { ask: true }),
    context: answered.flatMap(contextOf),
    notices: answered.flatMap(({ usable: { plugin }, said: { message, problem } }) => [
      ...(message === undefined ? [] : [`${plugin.name}: ${message}`]),
      ...(problem === undefined ? [] : [`A ${event} hook of the plugin "${plugin.name}" failed. ${problem}`]),
    ]),
  };
}
