import { ProtocolError } from '@loggia/protocol';
import type { AllowedBy } from '../audit/recorder.ts';
import type { McpTool } from '../connection.ts';
import { isVisibleTo } from './visibility.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A client's statement about the user's consent to a View's call, in `_meta["loggia.consent"]`: it will ask if
 * necessary, the View was opened by a call of that tool, or the user allowed this call, all calls of that tool by that
 * View, or all by any View of that server. A client that states nothing asks by itself.
 */
export type Consent = 'ask' | 'opener' | 'once' | 'view' | 'always';

const consents: readonly unknown[] = ['ask', 'opener', 'once', 'view', 'always'] satisfies Consent[];

/** A tool that all Views of its server may run, or that they would like to run. */
export interface ToolForViews {
  readonly server: string;
  readonly serverName: string;
  /** The fingerprint of the server's definition. */
  readonly definition: string;
  readonly tool: McpTool;
}

/** The tools that the user always allows to Views, until they revoke it. */
export interface ViewAllowances {
  includes(asked: ToolForViews): Promise<boolean>;
  add(allowed: ToolForViews): void;
}

export function consentIn({ _meta: meta }: Json): Consent | undefined {
  const said = typeof meta === 'object' && meta !== null ? (meta as Json)['loggia.consent'] : undefined;
  if (said === undefined) return undefined;
  return consents.includes(said) ? (said as Consent) : 'ask';
}

/**
 * How often the user is asked about a tool: once per View unless they always allow it, or each time; never about tools
 * that only read or are the View's own.
 */
export function askedAbout(tool: McpTool): 'readOnly' | 'appOnly' | 'view' | 'each' {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  if (readOnlyHint === true && destructiveHint !== true) return 'readOnly';
  // A tool that no agent can call is the View's own way to its server. Only destructive ones need a question.
  if (!isVisibleTo(tool, 'model')) return destructiveHint === true ? 'view' : 'appOnly';
  return destructiveHint === true ? 'each' : 'view';
}

/**
 * The calls that users allowed to the Views of one channel. Valid until the channel closes or the server changes the
 * tool.
 */
export class ViewConsents {
  readonly #allowed = new Map<string, string>();

  /**
   * Why the call may run. Throws PermissionDenied, with the details for the client's question, if the user must allow
   * it first. `isAllowed`: they always allow the tool to Views.
   */
  check(
    tool: McpTool,
    {
      view,
      consent,
      isAllowed,
    }: { readonly view: string | undefined; readonly consent: Consent; readonly isAllowed: boolean },
  ): AllowedBy {
    const asked = askedAbout(tool);
    if (asked === 'readOnly' || asked === 'appOnly') return asked;
    if (asked === 'view' && (consent === 'always' || isAllowed)) return 'always';
    if (consent === 'once' || consent === 'always') return 'asked';
    // The call that opened the View passed the policy, and most Views repeat it to refresh.
    if (asked === 'view' && consent === 'opener') return 'opener';
    const key = JSON.stringify([view, tool.name]);
    const definition = JSON.stringify(tool);
    const remembers = asked === 'view' && view !== undefined;
    if (consent === 'view' && remembers) this.#allowed.set(key, definition);
    if (consent === 'view' || (remembers && this.#allowed.get(key) === definition)) return 'view';
    throw new ProtocolError(
      'PermissionDenied',
      `The tool "${tool.name}" can change something, and the user hasn't allowed this View to run it. Ask the user, then repeat the call with their consent.`,
      { consent: { tool: tool.name, remembers } },
    );
  }
}
