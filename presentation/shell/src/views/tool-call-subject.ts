import { fetchTurns } from '@loggia/client';
import type {
  ActiveTurn,
  ChatState,
  McpServerCustomization,
  SessionState,
  StringOrMarkdown,
  ToolCall,
  Turn,
} from '@loggia/protocol';
import { noteShown } from '../artifacts/opened.ts';
import { base64Of, readKept } from '../host/kept-content.ts';
import { mediumOn } from '../host/medium.ts';
import type { ShellHost } from '../host/shell-host.ts';
import type { OpenedView } from './artifact-view.tsx';
import { openCallArtifact } from './call-artifact.ts';
import { followRevision } from './follow-revision.ts';
import { healedObject } from './heal-json.ts';
import { toolCallViewId } from './identity.ts';
import { factsOf, serversIn, type ServerFacts } from './server-facts.ts';
import { FactsCell, type ArtifactRevision, type ViewFacts, type ViewSubject } from './subject.ts';
import type { ToolData } from './tool-data.ts';
import { serverToolName, viewUriOf, wholeResult, type ReadKept } from './tool-result.ts';

export interface ToolCallPlace {
  readonly session: string;
  readonly chat: string;
  readonly turn: string;
  readonly toolCall: string;
}

type Finished = Extract<ToolCall, { status: 'completed' }>;

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** The most pages of a long chat that are read to find a call. */
const mostPages = 200;

/** The View of a tool call, from its chat and the servers of its session. */
export class ToolCallSubject implements ViewSubject {
  readonly id: string;
  readonly session: string;
  readonly #host: ShellHost;
  readonly #place: ToolCallPlace;
  readonly #cell: FactsCell;
  #turns: readonly Turn[] | undefined;
  #call: ToolCall | undefined;
  #data: ToolData = {};
  #custom: McpServerCustomization | undefined;
  #server: ServerFacts | undefined;
  #opened: OpenedView | undefined;
  #artifact: ArtifactRevision | undefined;
  #unfollow = (): void => undefined;
  #isFollowed = false;
  #pages = 0;
  #isPaging = false;

  constructor(host: ShellHost, place: ToolCallPlace) {
    this.#host = host;
    this.#place = place;
    this.session = place.session;
    this.id = toolCallViewId(place.chat, place.toolCall);
    this.#cell = new FactsCell({
      state: 'looking',
      title: '',
      resourceUri: undefined,
      server: undefined,
      shownOn: place.session,
      tool: { name: '', callId: place.toolCall },
      data: this.#data,
      key: this.id,
    });
  }

  readonly getSnapshot = (): ViewFacts => this.#cell.getSnapshot();
  readonly subscribe = (listener: () => void): (() => void) => this.#cell.subscribe(listener);

  conversation(): Promise<string> {
    return Promise.resolve(this.#place.chat);
  }

  follow(): () => void {
    const { channels, chats } = this.#host;
    const { chat, session } = this.#place;
    this.#isFollowed = true;
    const stops = [
      chats.hold(chat),
      channels.hold(session),
      chats.view(chat).subscribe(this.#look),
      channels.view(session).subscribe(this.#look),
    ];
    this.#look();
    return () => {
      for (const stop of stops) stop();
      this.#isFollowed = false;
      this.#unfollow();
    };
  }

  readonly #look = (): void => {
    const { channels, chats } = this.#host;
    const chat = chats.view<ChatState>(this.#place.chat).getSnapshot();
    const session = channels.view<SessionState>(this.#place.session).getSnapshot();
    this.#takeCall(this.#find(chat.state));
    const call = this.#call;
    const { contributor } = call ?? {};
    const server = contributor?.kind === 'mcp' ? contributor.customizationId : undefined;
    this.#takeServer(serversIn(session.state?.customizations).find(({ id }) => id === server));
    const before = this.#cell.getSnapshot();
    const name = call ? serverToolName(call) : '';
    const isLooking = chat.phase === 'loading' || session.phase === 'loading' || this.#pageFor(chat.state);
    this.#cell.set({
      ...before,
      state: call && session.state ? 'known' : isLooking ? 'looking' : 'gone',
      title: this.#opened?.artifact.title ?? call?.displayName ?? before.title,
      resourceUri: call ? viewUriOf(call) : before.resourceUri,
      server: this.#server,
      tool: before.tool.name === name ? before.tool : { ...before.tool, name },
      data: this.#data,
      key: this.#opened?.view ?? this.id,
      artifact: this.#artifact,
    });
  };

  /** A restarted host has forgotten the View's permissions. */
  readonly reopen = (): void => {
    if (this.#opened && this.#call?.status === 'completed') void this.#open(this.#call).then(this.#look);
  };

  async #open(call: Finished): Promise<void> {
    const opened = await openCallArtifact(this.#host, call, inputOf(call));
    if (!opened || !this.#isFollowed) return;
    const { id, workspace, revision } = opened.artifact;
    this.#opened = opened;
    noteShown(this.id, id);
    this.#artifact = { id, revision };
    this.#unfollow();
    this.#unfollow = followRevision(this.#host, { workspace, id }, (newer) => {
      if (newer <= (this.#artifact?.revision ?? -1)) return;
      this.#artifact = { id, revision: newer };
      this.#look();
    });
  }

  #find(state: ChatState | undefined): ToolCall | undefined {
    if (!state) return undefined;
    const { turn, toolCall } = this.#place;
    if (state.activeTurn?.id === turn) return callIn(state.activeTurn, toolCall);
    // While other parts of the chat change, the turns stay the same.
    if (state.turns === this.#turns) return this.#call;
    this.#turns = state.turns;
    const found = state.turns.findLast(({ id }) => id === turn);
    return found && callIn(found, toolCall);
  }

  #takeCall(call: ToolCall | undefined): void {
    if (call === this.#call || (call === undefined && this.#call !== undefined)) return;
    this.#call = call;
    if (!call) return;
    this.#data = { ...dataOf(call), ...(this.#data.outcome && { outcome: this.#data.outcome }) };
    if (call.status === 'completed' && !this.#data.outcome) void this.#read(call);
  }

  async #read(call: Finished): Promise<void> {
    const { session, chat } = this.#place;
    const read: ReadKept = async (uri, encoding) => {
      const bytes = await readKept(this.#host, chat, uri);
      return encoding === 'utf-8' ? utf8.decode(bytes) : base64Of(bytes);
    };
    // The View gets its result once it may act on it.
    const opening = this.#open(call);
    const result = await wholeResult(call, read, () => mediumOn(this.#host, session)).catch(
      (error: unknown) => ({
        content: [{ type: 'text', text: `The result could not be read: ${sentenceOf(error)}` }],
        isError: true,
      }),
    );
    await opening;
    this.#data = { ...this.#data, outcome: { kind: 'result', result } };
    this.#look();
  }

  #takeServer(custom: McpServerCustomization | undefined): void {
    if (custom === this.#custom) return;
    this.#custom = custom;
    this.#server = custom && factsOf(custom);
  }

  /** Whether more of the chat has to be read, which is then under way. */
  #pageFor(state: ChatState | undefined): boolean {
    if (!state || this.#call || state.turnsNextCursor === undefined || this.#pages >= mostPages) return false;
    if (this.#isPaging) return true;
    this.#isPaging = true;
    this.#pages += 1;
    const { client, chats } = this.#host;
    fetchTurns(client, chats.view<ChatState>(this.#place.chat))
      .catch(() => void (this.#pages = mostPages))
      .finally(() => {
        this.#isPaging = false;
        this.#look();
      });
    return true;
  }
}

function callIn({ responseParts }: Turn | ActiveTurn, id: string): ToolCall | undefined {
  const part = responseParts.findLast(
    (other) => other.kind === 'toolCall' && other.toolCall.toolCallId === id,
  );
  return part?.kind === 'toolCall' ? part.toolCall : undefined;
}

function dataOf(call: ToolCall): ToolData {
  switch (call.status) {
    case 'streaming':
      return { partial: call.partialInput === undefined ? undefined : healedObject(call.partialInput) };
    // The input may still be edited, or the call denied.
    case 'pending-confirmation':
      return { partial: inputOf(call) };
    case 'cancelled':
      return {
        outcome: { kind: 'cancelled', reason: wordsOf(call.reasonMessage) ?? call.reason },
      };
    default:
      return { input: inputOf(call) ?? {} };
  }
}

function inputOf({ toolInput }: { readonly toolInput?: unknown }): Record<string, unknown> | undefined {
  return typeof toolInput === 'string' ? healedObject(toolInput) : undefined;
}

function wordsOf(text: StringOrMarkdown | undefined): string | undefined {
  return typeof text === 'object' ? text.markdown : text;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
