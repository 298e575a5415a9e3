import type { Scheduler } from '@loggia/kernel';
import type { AllowedBy, CommandTerminals, OpenedTerminal } from '../equipment.ts';
import { hostToolsId } from '../equipment.ts';
import type {
  OwnCall,
  PermissionOption,
  SpeakingView,
  TerminalRequest,
  TurnTerminal,
  TurnTerminals,
} from '../harness.ts';
import type { TurnEquipment } from '../host-tools/turn-equipment.ts';
import type { ActiveTurn } from './active-turn.ts';
import { onceOptions, subjectOf, type Confirmations, type ToolSubject } from './confirmations.ts';
import type { OwnCalls } from './own-calls.ts';
import type { TurnHooks } from './turn-hooks.ts';

/** A program that no call of the agent shows by then gets a call of its own. */
const unshownMs = 1_000;
const cardPrefix = 'x-loggia-program-';

export interface TurnTerminalPorts {
  readonly turn: ActiveTurn;
  readonly equipment: Pick<TurnEquipment, 'tool' | 'denied' | 'terminals'>;
  readonly confirmations: Pick<Confirmations, 'stateFor' | 'remember'>;
  readonly ownCalls: OwnCalls;
  readonly hooks: Pick<TurnHooks, 'at'>;
  readonly scheduler: Scheduler;
  readonly startedBy: string | undefined;
  /** The View whose message started the turn, if any. */
  readonly view: SpeakingView | undefined;
  newId(): string;
  /** Whether the persona that the user chose may use the tool. */
  mayUse(tool: string): boolean;
  /** An agent that waits for the user's answer, or for a program, isn't silent. Rejects if the turn ends first. */
  during<Value>(work: () => Promise<Value>): Promise<Value>;
}

/** Undefined if the host runs no programs for agents. */
export function programsOf(ports: TurnTerminalPorts): TurnTerminals | undefined {
  const { terminals } = ports.equipment;
  return terminals && new ProgramsOfTurn({ ...ports, terminals });
}

/** Programs that the host runs for an agent. Each needs the user's yes, as commands of the host's own tool do. */
class ProgramsOfTurn implements TurnTerminals {
  readonly #ports: TurnTerminalPorts & { readonly terminals: CommandTerminals };
  #started = 0;

  constructor(ports: TurnTerminalPorts & { readonly terminals: CommandTerminals }) {
    this.#ports = ports;
  }

  start(request: TerminalRequest): Promise<TurnTerminal> {
    return this.#ports.during(() => this.#start(request));
  }

  async #start(request: TerminalRequest): Promise<TurnTerminal> {
    const { turn, terminals, startedBy: clientId } = this.#ports;
    const line = lineOf(request);
    if (!this.#ports.mayUse(terminals.tool)) throw new Error('The chosen agent may not run commands.');
    const { allowedBy, asked } = await this.#allowed(line, wordingsOf(request));
    const { session, chat, agent, person, id: turnId, signal } = turn;
    const opened = await terminals.open({
      ...{ session, chat, turnId, agent, person, clientId, allowedBy, line },
      ...request,
    });
    // The turn may have ended meanwhile; nobody would end the program later.
    if (signal.aborted) opened.end();
    signal.addEventListener('abort', () => opened.end(), { once: true });
    this.#show(line, opened, asked);
    return {
      resource: opened.resource,
      title: line,
      read: () => opened.read(),
      exited: () => this.#ports.during(() => opened.exited.then(() => opened.read())),
      end: () => opened.end(),
    };
  }

  /** Rejects with a sentence for the agent if the user, or a hook, denies it. */
  async #allowed(
    line: string,
    wordings: readonly string[],
  ): Promise<{ readonly allowedBy: AllowedBy; readonly asked?: OwnCall }> {
    const { turn, terminals, hooks, equipment, ownCalls, newId, view, startedBy: clientId } = this.#ports;
    const { tool: name } = terminals;
    const { session, agent } = turn;
    const call = { id: newId(), name, input: JSON.stringify({ command: line }) };
    const { block, ask } = await hooks.at({ event: 'PreToolUse', call });
    if (block !== undefined) {
      equipment.denied({ session, name, agent, clientId, reason: block });
      throw new Error(`This command may not run. ${block}`);
    }
    if (!ask && ownCalls.takeYes(wordings)) return { allowedBy: 'asked' };
    const subject = this.#subject();
    if (!ask && !view && subject) {
      const state = await this.#ports.confirmations.stateFor(subject);
      if (state.kind === 'free') return { allowedBy: state.allowedBy };
    }
    const shown = ownCalls.runningWith(wordings) ?? this.#card(line);
    const chosen = await ownCalls.ask(shown, optionsFor(subject), { what: line });
    if (!chosen?.startsWith('allow')) {
      equipment.denied({ session, name, agent, clientId });
      throw new Error('The user denied this command.');
    }
    if (subject) this.#ports.confirmations.remember(subject, chosen);
    return { allowedBy: 'asked', asked: shown };
  }

  /** The host's own tool, for which the user may have allowed every command. */
  #subject(): ToolSubject | undefined {
    const { turn, equipment, terminals } = this.#ports;
    const offered = equipment.tool(turn.session, terminals.tool);
    return offered?.customizationId === hostToolsId
      ? subjectOf(turn.open.session, offered, terminals.tool)
      : undefined;
  }

  #card(line: string): OwnCall {
    const input = JSON.stringify({ command: line });
    const { tool: name } = this.#ports.terminals;
    return { id: `${cardPrefix}${++this.#started}`, name, title: line, input, status: 'running' };
  }

  /** Shows the program in a call of its own, unless one of the agent's calls does. */
  #show(line: string, opened: OpenedTerminal, asked: OwnCall | undefined): void {
    const { ownCalls, scheduler } = this.#ports;
    ownCalls.learn(opened);
    const card = asked && isOwnCard(asked) ? asked : this.#card(line);
    const terminal = { kind: 'terminal' as const, resource: opened.resource, title: line };
    let isShown = card === asked;
    let status: OwnCall['status'] = 'running';
    const show = (): void => {
      const isElsewhere = ownCalls.showing(opened.resource).some((id) => id !== card.id);
      if (isElsewhere && !isShown) return;
      isShown = true;
      ownCalls.show({ ...card, status, ...(!isElsewhere && { content: [terminal] }) });
    };
    scheduler.after(unshownMs, () => {
      if (status === 'running' || !isShown) show();
    });
    void opened.exited.then(() => {
      status = 'done';
      return isShown ? show() : undefined;
    });
  }
}

/** The user was asked in a call that the host made up. */
function isOwnCard({ id }: OwnCall): boolean {
  return id.startsWith(cardPrefix);
}

const remembering: readonly PermissionOption[] = [
  { id: 'allow-once', label: 'Allow once', kind: 'allow-once' },
  { id: 'allow-session', label: 'Allow for this session', kind: 'allow-always' },
  { id: 'allow-always', label: 'Always allow this tool', kind: 'allow-always' },
  { id: 'deny', label: 'Deny', kind: 'deny-once' },
];

function optionsFor(subject: ToolSubject | undefined): readonly PermissionOption[] {
  const ids = onceOptions.map(({ id }) => id);
  return subject ? remembering : remembering.filter(({ id }) => ids.includes(id));
}

/** A call of the agent is about this program if its input has one of these: a yes to it is one to the program. */
function wordingsOf({ command, args = [] }: TerminalRequest): readonly string[] {
  const [flag, script, ...more] = args;
  const isScript =
    /(?:^|[/\\])(?:ba|da|z|k)?sh$/.test(command) && /^-[il]*c$/.test(flag ?? '') && more.length === 0;
  return [lineOf({ command, args }), [command, ...args].join(' '), ...(isScript && script ? [script] : [])];
}

/** The program as one would type it. */
function lineOf({ command, args = [] }: TerminalRequest): string {
  return [command, ...args.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : JSON.stringify(word)))].join(
    ' ',
  );
}
