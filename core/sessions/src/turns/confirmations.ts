import type { ConfirmationOption, SessionState } from '@loggia/protocol';
import type { Allowances, AllowanceStanding, AllowedTool } from '../allowances.ts';
import type { AllowedBy, OfferedTool } from '../equipment.ts';
import type { SpeakingView } from '../harness.ts';
import { serverName } from '../server-name.ts';

/** When a call that an agent chose by itself needs the user's word: unless its tool only reads, always, or never. */
export type ConfirmPolicy = 'writes' | 'always' | 'never';

/** What is known of a call of a server's tool before it runs. */
export interface ToolSubject extends AllowedTool {
  readonly session: string;
  readonly readOnly: boolean;
}

export type ConfirmationState =
  | { readonly kind: 'free'; readonly confirmed: 'not-needed' | 'setting'; readonly allowedBy: AllowedBy }
  | {
      readonly kind: 'ask';
      readonly options: readonly ConfirmationOption[];
      /** The tool was allowed, and has changed since. */
      readonly changed?: true;
    };

const onlyReads: ConfirmationState = { kind: 'free', confirmed: 'not-needed', allowedBy: 'readOnly' };

const once: ConfirmationOption = { id: 'allow-once', label: 'Allow once', kind: 'approve', group: 1 };
const deny: ConfirmationOption = { id: 'deny', label: 'Deny', kind: 'deny', group: 3 };

/** For calls that are asked about each time. */
export const onceOptions: readonly ConfirmationOption[] = [once, deny];

const rememberingOptions: readonly ConfirmationOption[] = [
  once,
  { id: 'allow-session', label: 'Allow in this session', kind: 'approve', group: 2 },
  { id: 'allow-always', label: 'Always allow this tool', kind: 'approve', group: 2 },
  deny,
];

export interface ConfirmationPorts {
  readonly policy: ConfirmPolicy;
  readonly allowances: Allowances;
  report(problem: string, error: unknown): void;
}

/** Which calls of servers' tools wait for the user. What the user has said before goes before the policy. */
export class Confirmations {
  readonly #ports: ConfirmationPorts;

  constructor(ports: ConfirmationPorts) {
    this.#ports = ports;
  }

  async standing(subject: ToolSubject): Promise<ConfirmationState> {
    const { policy } = this.#ports;
    if (policy === 'never') return { kind: 'free', confirmed: 'setting', allowedBy: 'policy' };
    if (policy === 'writes' && subject.readOnly) return onlyReads;
    const allowed = await this.#allowance(subject);
    if (allowed === 'always' || allowed === 'session')
      return { kind: 'free', confirmed: 'setting', allowedBy: allowed };
    return { kind: 'ask', options: rememberingOptions, ...(allowed === 'changed' && { changed: true }) };
  }

  /**
   * In a turn that a View's message began, only tools that just read run unasked. Neither what was allowed before nor a
   * policy that never asks was decided with a View in mind, and nothing that is allowed here is remembered.
   */
  standingForView({ readOnly }: { readonly readOnly: boolean }): ConfirmationState {
    return readOnly && this.#ports.policy !== 'always' ? onlyReads : { kind: 'ask', options: onceOptions };
  }

  /** Keeps what the user chose; says how that covers later calls of the tool, where it does. */
  remember(subject: ToolSubject, option: string | undefined): 'session' | 'always' | undefined {
    const { allowances } = this.#ports;
    if (option === 'allow-session') {
      allowances.allowIn(subject.session, subject);
      return 'session';
    }
    if (option !== 'allow-always') return undefined;
    allowances.allowEverywhere(subject);
    return 'always';
  }

  /** Who cannot look it up asks. */
  async #allowance(subject: ToolSubject): Promise<AllowanceStanding> {
    try {
      return await this.#ports.allowances.standing(subject.session, subject);
    } catch (error) {
      this.#ports.report(`Could not look up whether "${subject.tool}" is allowed`, error);
      return 'none';
    }
  }
}

export function subjectOf(
  session: { readonly uri: string; readonly state: SessionState },
  { customizationId, definition, annotations }: OfferedTool,
  tool: string,
): ToolSubject {
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  return {
    session: session.uri,
    server: customizationId,
    serverName: serverName(session.state, customizationId),
    tool,
    definition,
    // Whoever says both contradicts itself, and is asked about.
    readOnly: readOnlyHint === true && destructiveHint !== true,
  };
}

/** Names come from servers: one line, and not longer than one reads. */
export function confirmationTitle(
  tool: string,
  server: string | undefined,
  {
    view,
    standing,
  }: { readonly view?: SpeakingView | undefined; readonly standing?: ConfirmationState } = {},
): string {
  const what = server === undefined ? oneLine(tool) : `${oneLine(tool)} on ${oneLine(server)}`;
  const question = view ? `Run ${what}, as the View${nameOf(view)} asked?` : `Run ${what}?`;
  const changed = standing?.kind === 'ask' && standing.changed;
  return changed ? `${question} This tool or its server has changed since you allowed it.` : question;
}

function nameOf({ title, server }: SpeakingView): string {
  return `${title === undefined ? '' : ` ${oneLine(title)}`}${server === undefined ? '' : ` of ${oneLine(server)}`}`;
}

function oneLine(name: string): string {
  return `"${name
    .replaceAll(/[\s"]+/g, ' ')
    .trim()
    .slice(0, 80)}"`;
}
