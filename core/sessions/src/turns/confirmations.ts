import type { ConfirmationOption, SessionState, ViewTool } from '@loggia/protocol';
import type { Allowances, AllowanceState, AllowedTool } from '../allowances.ts';
import type { AllowedBy, OfferedTool, ToolAnnotations } from '../equipment.ts';
import type { SpeakingView } from '../harness.ts';
import type { ReviewedTools } from '../reviewed-tools.ts';
import { serverName } from '../server-name.ts';

/**
 * When a call that an agent chose itself needs the user's confirmation: unless the tool only reads, always, or never.
 */
export type ConfirmPolicy = 'writes' | 'always' | 'never';

/** The facts about a call to a server's tool before it runs. */
export interface ToolSubject extends AllowedTool {
  readonly session: string;
  /** The channel of the workspace that the session belongs to. */
  readonly project: string | undefined;
  readonly readOnly: boolean;
  /** The server's own name for the tool. */
  readonly ownName: string;
  readonly annotations: ToolAnnotations | undefined;
  readonly needsConsent?: true | undefined;
  /** Set if it is a View's tool, which lives as long as the View. */
  readonly view?: ViewTool | undefined;
}

export type ConfirmationState =
  | { readonly kind: 'free'; readonly confirmed: 'not-needed' | 'setting'; readonly allowedBy: AllowedBy }
  | {
      readonly kind: 'ask';
      readonly options: readonly ConfirmationOption[];
      /** The tool was allowed, but has changed since. */
      readonly changed?: true;
    };

const onlyReads: ConfirmationState = { kind: 'free', confirmed: 'not-needed', allowedBy: 'readOnly' };

const once: ConfirmationOption = { id: 'allow-once', label: 'Allow once', kind: 'approve', group: 1 };
const deny: ConfirmationOption = { id: 'deny', label: 'Deny', kind: 'deny', group: 3 };

/** For calls that need a confirmation each time. */
export const onceOptions: readonly ConfirmationOption[] = [once, deny];

const rememberingOptions: readonly ConfirmationOption[] = [
  once,
  { id: 'allow-session', label: 'Allow for this session', kind: 'approve', group: 2 },
  { id: 'allow-always', label: 'Always allow this tool', kind: 'approve', group: 2 },
  deny,
];

/** A View's tool can't be allowed beyond its session: it has its name only while the View lives. */
const viewOptions = rememberingOptions.filter(({ id }) => id !== 'allow-always');

export interface ConfirmationPorts {
  /** The policy in a workspace, which is named by its channel. */
  policyIn(project: string | undefined): ConfirmPolicy;
  readonly allowances: Allowances;
  readonly reviewed: Pick<ReviewedTools, 'includes'>;
  report(problem: string, error: unknown): void;
}

/**
 * Decides which calls to servers' tools wait for the user. The user's earlier decisions take precedence over the
 * policy.
 */
export class Confirmations {
  readonly #ports: ConfirmationPorts;

  constructor(ports: ConfirmationPorts) {
    this.#ports = ports;
  }

  async stateFor(subject: ToolSubject): Promise<ConfirmationState> {
    const policy = this.#ports.policyIn(subject.project);
    if (policy === 'never' && !subject.needsConsent)
      return { kind: 'free', confirmed: 'setting', allowedBy: 'policy' };
    if (policy === 'writes' && subject.readOnly) return onlyReads;
    const allowed = await this.#allowance(subject);
    if (allowed === 'always' || allowed === 'session')
      return { kind: 'free', confirmed: 'setting', allowedBy: allowed };
    const options = subject.view ? viewOptions : rememberingOptions;
    return { kind: 'ask', options, ...(allowed === 'changed' && { changed: true }) };
  }

  /**
   * In a turn that a View's message started, only read-only tools run without a confirmation. Earlier allowances and
   * the `never` policy weren't given with Views in mind, and nothing allowed here is remembered.
   */
  stateForView({ readOnly, project }: Pick<ToolSubject, 'readOnly' | 'project'>): ConfirmationState {
    const policy = this.#ports.policyIn(project);
    return readOnly && policy !== 'always' ? onlyReads : { kind: 'ask', options: onceOptions };
  }

  /** Stores the user's choice; returns how it covers later calls of the tool, if it does. */
  remember(subject: ToolSubject, option: string | undefined): 'session' | 'always' | undefined {
    const { allowances } = this.#ports;
    if (option === 'allow-session') {
      allowances.allowIn(subject.session, subject);
      return 'session';
    }
    if (option !== 'allow-always' || subject.view) return undefined;
    allowances.allowEverywhere(subject);
    return 'always';
  }

  /** Whether the user reads the result before the agent does. If the lookup fails, they do. */
  async reviews({ server, serverName: name, ownName: tool }: ToolSubject): Promise<boolean> {
    try {
      return await this.#ports.reviewed.includes({ server, serverName: name, tool });
    } catch (error) {
      this.#ports.report(`Could not look up whether results of "${tool}" are reviewed`, error);
      return true;
    }
  }

  /** If the lookup fails, the user is asked. */
  async #allowance(subject: ToolSubject): Promise<AllowanceState> {
    try {
      return await this.#ports.allowances.stateOf(subject.session, subject);
    } catch (error) {
      this.#ports.report(`Could not look up whether "${subject.tool}" is allowed`, error);
      return 'none';
    }
  }
}

export function subjectOf(
  session: { readonly uri: string; readonly state: SessionState },
  { customizationId, definition, annotations, ownName, needsConsent }: OfferedTool,
  tool: string,
): ToolSubject {
  const { readOnlyHint, destructiveHint } = annotations ?? {};
  return {
    session: session.uri,
    project: session.state.project?.uri,
    server: customizationId,
    serverName: serverName(session.state, customizationId),
    tool,
    definition,
    // A tool that claims both contradicts itself, so the user is asked.
    readOnly: readOnlyHint === true && destructiveHint !== true,
    ownName,
    annotations,
    needsConsent,
  };
}

/** Names come from servers, so they are reduced to one short line. */
export function confirmationTitle(
  tool: string,
  server: string | undefined,
  {
    view,
    owner,
    confirmation,
  }: {
    /** The View whose message led to the call. */
    readonly view?: SpeakingView | undefined;
    /** The View that offers the tool. */
    readonly owner?: SpeakingView | undefined;
    readonly confirmation?: ConfirmationState;
  } = {},
): string {
  const on = server === undefined ? '' : ` on ${oneLine(server)}`;
  const what = `${oneLine(tool)}${owner ? ` in the View${nameOf(owner)}` : on}`;
  const question = view ? `Run ${what}, as the View${nameOf(view)} asked?` : `Run ${what}?`;
  const changed = confirmation?.kind === 'ask' && confirmation.changed;
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
