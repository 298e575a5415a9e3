import {
  callLocationsOf,
  locationWords,
  planOf,
  planProgress,
  serverTaskOf,
  type Customization,
  type SessionState,
  type StringOrMarkdown,
  type ToolCall,
  type ToolContent,
} from '@loggia/protocol';
import { printableLine } from '../output/printable.ts';

/** On one line, more would hide the rest. */
const mostPlaces = 3;

export function plainText(text: StringOrMarkdown | undefined): string {
  return typeof text === 'string' ? text : (text?.markdown ?? '');
}

/** The owner of the tool, as far as the session says; undefined for the agent's own tools. */
export function ownerOf(call: ToolCall, session: SessionState | undefined): string | undefined {
  const { contributor } = call;
  if (contributor?.kind === 'mcp') return serverName(session, contributor.customizationId);
  if (contributor?.kind !== 'client') return undefined;
  const owner = session?.activeClients.find(({ clientId }) => clientId === contributor.clientId);
  return owner?.displayName ?? 'a client';
}

function serverName(session: SessionState | undefined, id: string): string {
  const all = (session?.customizations ?? []).flatMap((customization) => [
    customization,
    ...childrenOf(customization),
  ]);
  return all.find((customization) => customization.id === id)?.name ?? id;
}

function childrenOf(customization: Customization) {
  return 'children' in customization ? (customization.children ?? []) : [];
}

export function hasView({ contributor, _meta }: ToolCall): boolean {
  const { ui, ['ui/resourceUri']: flat } = _meta ?? {};
  const nested = (ui as { readonly resourceUri?: unknown } | null | undefined)?.resourceUri;
  return contributor?.kind === 'mcp' && typeof (nested ?? flat) === 'string';
}

/** The status of a call in a word or two. */
export function statusWord(call: ToolCall): string {
  switch (call.status) {
    case 'streaming':
      return 'being prepared';
    case 'pending-confirmation':
    case 'pending-result-confirmation':
      return 'needs you';
    case 'auth-required':
      return 'needs sign-in';
    case 'completed':
      return call.success ? 'done' : 'failed';
    case 'cancelled':
      // Its server may still be working on a task.
      if (call.reason === 'skipped') return serverTaskOf(call) ? 'interrupted' : 'skipped';
      return 'denied';
    default:
      return call.status;
  }
}

export function inputOf(call: ToolCall): string {
  if (call.status === 'streaming') return call.partialInput ?? '';
  const { toolInput } = call;
  return typeof toolInput === 'string' ? toolInput : (toolInput?.uri ?? '');
}

/** The result of a call as text; empty while there is none. */
export function resultOf(call: ToolCall): string {
  if (call.status === 'cancelled') return plainText(call.reasonMessage);
  if (call.status !== 'completed' && call.status !== 'pending-result-confirmation') return '';
  if (!call.success) return call.error?.message ?? textsOf(call.content) ?? '';
  const text = textsOf(call.content);
  if (text !== '') return text;
  return call.structuredContent === undefined
    ? plainText(call.pastTenseMessage)
    : JSON.stringify(call.structuredContent);
}

function textsOf(content: readonly ToolContent[] | undefined): string {
  return (content ?? []).map(shownContent).join('\n');
}

function shownContent(content: ToolContent): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'embeddedResource':
      return `[${content.contentType}]`;
    case 'resource':
      return `[${content.uri}]`;
    case 'terminal':
      return content.result?.preview ?? `[${content.title}]`;
    case 'subagent':
      return `[chat “${content.title}”${content.agentName === undefined ? '' : ` with ${content.agentName}`}]`;
    default:
      return `[${content.type}]`;
  }
}

/** The files that a call of an agent's own works on, with lines; relative to the session's folders. */
export function placesOf(call: ToolCall, session: SessionState | undefined): readonly string[] {
  return callLocationsOf(call).map((place) => locationWords(place, session?.workingDirectories));
}

/** The call on one line. Details for programs are left to `--json`. */
function told(call: ToolCall): string {
  const result = printableLine(resultOf(call));
  const isData = call.status === 'completed' && call.success && /^[[{]\s*["{[\]}]/u.test(result);
  return isData ? '' : result;
}

/** The call on one line: name, owner, how it is, and the beginning of what it came to. */
export function callLine(call: ToolCall, session: SessionState | undefined): string {
  const plan = planOf(call);
  if (plan) return `Plan: ${printableLine(planProgress(plan))}`;
  const owner = ownerOf(call, session);
  const result = told(call);
  const head = `${printableLine(call.displayName)}${owner === undefined ? '' : ` (${printableLine(owner)})`}`;
  const places = placesOf(call, session).map(printableLine);
  const more = places.length > mostPlaces ? ` and ${places.length - mostPlaces} more` : '';
  const where = places.length === 0 ? '' : ` [${places.slice(0, mostPlaces).join(', ')}${more}]`;
  return `${head}${where}: ${statusWord(call)}${result === '' ? '' : ` – ${result}`}`;
}
