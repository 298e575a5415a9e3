import {
  serverTaskOf,
  viewToolOf,
  type ChildCustomization,
  type Customization,
  type Icon,
  type SessionState,
  type StringOrMarkdown,
  type ToolCall,
  type ToolContent,
} from '@loggia/protocol';
import { isImageAddress } from '../../ui/inert-formats.ts';
import { asLabel } from '../../ui/foreign-words.ts';
import { viewUriOf } from '../../views/tool-result.ts';

export function plain(text: StringOrMarkdown | undefined): string {
  return typeof text === 'string' ? text : (text?.markdown ?? '');
}

/** Without the signs of Markdown, for where there is room for words only. */
export function withoutMarks(text: string): string {
  return text
    .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/g, '$1')
    .replace(/(?<!\\)`([^`\n]+)`/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

/** The owner of a tool, as users know it. */
export interface Owner {
  readonly name: string;
  readonly icons: readonly Icon[] | undefined;
  /** The customization behind it, where it is a server. */
  readonly server: string | undefined;
}

export function ownerOf(
  call: Pick<ToolCall, 'contributor' | '_meta'>,
  session: Pick<SessionState, 'activeClients' | 'customizations'> | undefined,
): Owner | undefined {
  const { contributor } = call;
  const view = viewToolOf(call);
  if (view) {
    const server = serverIn(session, view.server);
    return {
      name: `View “${asLabel(view.title)}” of ${asLabel(server.name)}`,
      icons: server.icons,
      server: view.server,
    };
  }
  if (contributor?.kind === 'mcp') {
    const server = contributor.customizationId;
    return { ...serverIn(session, server), server };
  }
  if (contributor?.kind !== 'client') return undefined;
  const client = session?.activeClients.find(({ clientId }) => clientId === contributor.clientId);
  return { name: client?.displayName ?? 'Another client', icons: undefined, server: undefined };
}

function serverIn(
  session: Pick<SessionState, 'customizations'> | undefined,
  server: string,
): Pick<Owner, 'name' | 'icons'> {
  const found = everyCustomization(session?.customizations).find(({ id }) => id === server);
  return { name: found?.name ?? 'A removed server', icons: found?.icons };
}

/** Containers and what they hold, in one list. */
export function everyCustomization(
  list: readonly Customization[] | undefined,
): readonly (Customization | ChildCustomization)[] {
  return (list ?? []).flatMap((entry) => [entry, ...('children' in entry ? (entry.children ?? []) : [])]);
}

export type CallTone = 'busy' | 'waits' | 'done' | 'failed' | 'stopped';

/** The state of a call in a word or two, and its color. */
export function stateOf(call: ToolCall): { readonly word: string; readonly tone: CallTone } {
  switch (call.status) {
    case 'streaming':
      return { word: 'Preparing', tone: 'busy' };
    case 'pending-confirmation':
      return { word: 'Waiting for you', tone: 'waits' };
    case 'pending-result-confirmation':
      return { word: 'Result awaiting review', tone: 'waits' };
    case 'auth-required':
      return { word: 'Needs sign-in', tone: 'waits' };
    case 'running':
      return { word: 'Running', tone: 'busy' };
    case 'completed':
      return call.success ? { word: 'Done', tone: 'done' } : { word: 'Failed', tone: 'failed' };
    case 'cancelled':
      // Its server may still be working on a task.
      if (call.reason === 'skipped')
        return { word: serverTaskOf(call) ? 'Interrupted' : 'Skipped', tone: 'stopped' };
      return { word: call.reason === 'result-denied' ? 'Result withheld' : 'Denied', tone: 'stopped' };
    default:
      return { word: 'Unknown', tone: 'stopped' };
  }
}

/** The words on the line of a call, in its tense: what it does, did, or was to do. */
export function titleOf(call: ToolCall): string {
  // Why it failed stands below the line, and isn't said twice.
  if (call.status === 'completed' && call.success && call.pastTenseMessage !== '')
    return firstLine(call.pastTenseMessage) || call.displayName;
  const says = call.status === 'streaming' ? call.invocationMessage : (call as Invoked).invocationMessage;
  return firstLine(says) || call.displayName;
}

/** Why a call failed; undefined where it didn't. */
export function failureOf(call: ToolCall): string | undefined {
  if (call.status !== 'completed' || call.success) return undefined;
  return call.error?.message || plain(call.pastTenseMessage) || 'The tool failed.';
}

function firstLine(text: StringOrMarkdown | undefined): string {
  return withoutMarks(plain(text).split('\n', 1)[0] ?? '').slice(0, 300);
}

type Invoked = Extract<ToolCall, { invocationMessage: unknown }>;

/** The host's note about the part of a result that the agent was not given. */
export function cutOf(call: ToolCall): string | undefined {
  if (call.status !== 'completed' && call.status !== 'pending-result-confirmation') return undefined;
  return /The agent was given the first .* characters\./.exec(plain(call.pastTenseMessage))?.[0];
}

/** Says that the call has a page for another kind of host, and that it isn't run here. */
export function foreignPageOf(call: ToolCall): string | undefined {
  if (call.status !== 'completed' || viewUriOf(call) !== undefined) return undefined;
  const instead = 'Loggia runs the Views of MCP Apps, so you see the result without it.';
  if (typeof call._meta?.['openai/outputTemplate'] === 'string')
    return `This tool has a page for the Apps SDK of ChatGPT. ${instead}`;
  const hasPage = contentOf(call).some((block) => {
    const { uri } = block as { readonly uri?: unknown };
    return block.type === 'embeddedResource' && typeof uri === 'string' && uri.startsWith('ui://');
  });
  return hasPage ? `This result has a page in the style of mcp-ui. ${instead}` : undefined;
}

export function inputOf(call: ToolCall): string | undefined {
  if (call.status === 'streaming') return call.partialInput;
  const { toolInput } = call as Invoked;
  return typeof toolInput === 'string' ? toolInput : toolInput?.uri;
}

export function contentOf(call: ToolCall): readonly ToolContent[] {
  return 'content' in call ? ((call.content as readonly ToolContent[] | undefined) ?? []) : [];
}

/** A picture of a server that a browser may show here: of the page's policy, only data addresses are left. */
export function iconAddress(icons: readonly Icon[] | undefined, theme: 'light' | 'dark'): string | undefined {
  const usable = (icons ?? []).filter(({ src }) => isImageAddress(src));
  return (
    usable.find((icon) => icon.theme === theme) ??
    usable.find((icon) => icon.theme === undefined) ??
    usable[0]
  )?.src;
}
