import { ProtocolError } from '@loggia/protocol';
import type { AllowedBy } from '../audit/recorder.ts';
import type { McpTool } from '../connection.ts';
import { isVisibleTo } from './visibility.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * What a client says of the user's consent to a View's call, in `_meta["loggia.consent"]`: it will ask if it has to, the
 * View was opened by a call of that tool, or the user allowed this call, or all calls of that tool by that View. A client
 * that says nothing asks by itself.
 */
export type Consent = 'ask' | 'opener' | 'once' | 'view';

const consents: readonly unknown[] = ['ask', 'opener', 'once', 'view'] satisfies Consent[];

export function consentIn({ _meta: meta }: Json): Consent | undefined {
  const said = typeof meta === 'object' && meta !== null ? (meta as Json)['loggia.consent'] : undefined;
  if (said === undefined) return undefined;
  return consents.includes(said) ? (said as Consent) : 'ask';
}

/** How often the user is asked about a tool: once for each View, or each time; never about what only reads, or is the View's own. */
function askedAbout(tool: McpTool): 'readOnly' | 'appOnly' | 'view' | 'each' {
  const { readOnlyHint, destructiveHint } = tool.annotations ?? {};
  if (readOnlyHint === true && destructiveHint !== true) return 'readOnly';
  // What no agent can call is the View's own way to its server. Only what destroys something is worth a question.
  if (!isVisibleTo(tool, 'model')) return destructiveHint === true ? 'view' : 'appOnly';
  return destructiveHint === true ? 'each' : 'view';
}

/** What users allowed the Views of one channel. It ends with the channel, and when the server changes the tool. */
export class ViewConsents {
  readonly #allowed = new Map<string, string>();

  /**
   * Why the call may run. Throws PermissionDenied, with what the client needs to ask, where the user has to allow it
   * first.
   */
  check(tool: McpTool, view: string | undefined, consent: Consent): AllowedBy {
    const asked = askedAbout(tool);
    if (asked === 'readOnly' || asked === 'appOnly') return asked;
    if (consent === 'once') return 'asked';
    // The call that opened the View passed the policy, and most Views repeat it to refresh what they show.
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
