import type { Kernel } from '@loggia/kernel';
import {
  agentCommandsOf,
  artifactAttachment,
  chatAgent,
  chatCommandsOf,
  rootUri,
  type AgentCommand,
  type Attachment,
  type ChatState,
  type Params,
  type Result,
  type RootState,
  type SessionState,
} from '@loggia/protocol';
import { foldersOf } from './chat-folders.ts';
import type { Equipment } from './equipment.ts';
import { listSessions } from './session-list.ts';
import type { LibraryFor } from './workspace-contents.ts';

type Item = Result<'completions'>['items'][number];

/** The characters after which clients ask for completions. */
export const completionTriggerCharacters: string[] = ['/', '@'];

/** The most of each kind; typing on finds others. */
const mostOfKind = 10;
/** A longer text after the sign isn't the beginning of a name. */
const longestName = 100;

/** Files below a session's folders whose path contains the query, the best matches first. */
export type FindFiles = (
  folders: readonly string[],
  query: string,
  most: number,
) => Promise<readonly { readonly path: string; readonly uri: string }[]>;

export interface CompletionPorts {
  readonly kernel: Kernel;
  readonly equipment: Equipment;
  readonly libraryFor: LibraryFor | undefined;
  readonly findFiles: FindFiles | undefined;
}

/**
 * Completes a message that is being written: after a slash at its start, the commands of the agent and the skills and
 * prompts that users can call by name; after an `@`, artifacts, files and sessions.
 */
export async function completions(
  ports: CompletionPorts,
  { channel, text, offset }: Params<'completions'>,
): Promise<Result<'completions'>> {
  const before = text.slice(0, offset);
  const [, command] = /^\/(\S*)$/.exec(before) ?? [];
  const [, name] = /(?:^|[\s("'“])@([^\s@]*)$/u.exec(before) ?? [];
  const typed = command ?? name;
  if (typed === undefined || typed.length > longestName) return { items: [] };
  const session = await sessionOf(ports.kernel, channel);
  if (!session) return { items: [] };
  const inserted =
    command === undefined
      ? await things(ports, session, typed)
      : await commands(ports, session, typed.toLowerCase());
  const rangeStart = offset - typed.length - 1;
  return { items: inserted.map((item) => ({ ...item, rangeStart, rangeEnd: offset })) };
}

interface Found {
  readonly uri: string;
  readonly state: SessionState;
  /** The folders of the chat that is written in, or of the session. */
  readonly folders: readonly string[];
  /** The agent of the chat, or of the session. */
  readonly agent: string;
  /** The commands that it has announced in the chat. */
  readonly announced: readonly AgentCommand[] | undefined;
}

async function sessionOf(kernel: Kernel, channel: string): Promise<Found | undefined> {
  const found = await kernel.load(channel);
  const uri = found?.kind === 'chat' ? found.parent : found?.uri;
  const session = uri === undefined ? undefined : await kernel.load<SessionState>(uri);
  if (session?.kind !== 'session') return undefined;
  const chat = found?.kind === 'chat' ? (found.state as ChatState) : {};
  const agent = chatAgent(session.state, chat);
  return {
    ...{ uri: session.uri, state: session.state, agent },
    folders: foldersOf(session.state, chat),
    announced: chatCommandsOf(chat, agent),
  };
}

async function commands(
  { kernel, equipment }: CompletionPorts,
  { uri, agent: name, announced }: Found,
  typed: string,
): Promise<readonly Item[]> {
  const root = await kernel.load<RootState>(rootUri);
  const agent = root?.state.agents.find(({ provider }) => provider === name);
  const { skills, prompts = [] } = await equipment.guidance(uri, { text: '', origin: { kind: 'user' } });
  const own = announced ?? agentCommandsOf(agent);
  const names = [...own, ...skills.filter(({ forUser }) => forUser), ...prompts].map(
    (command) => command.name,
  );
  return [...new Set(names)]
    .filter((label) => label.toLowerCase().startsWith(typed))
    .map((label) => ({ insertText: `/${label} `, attachment: { type: 'simple', label } }));
}

async function things(ports: CompletionPorts, session: Found, typed: string): Promise<readonly Item[]> {
  const [artifacts, files, sessions] = await Promise.all([
    artifactsIn(ports, session, typed.toLowerCase()),
    filesIn(ports, session, typed),
    otherSessions(ports, session, typed),
  ]);
  return [...artifacts, ...files, ...sessions];
}

async function artifactsIn(
  { libraryFor }: CompletionPorts,
  { state }: Found,
  typed: string,
): Promise<readonly Item[]> {
  const library = await libraryFor?.(state.project);
  if (!library) return [];
  return library.artifacts
    .filter(({ title, state: status }) => status !== 'archived' && title.toLowerCase().includes(typed))
    .slice(0, mostOfKind)
    .map(({ id, title, type }) => {
      const attached = artifactAttachment({ id, title, type, workspace: library.workspace.id });
      return quoted(title, attached);
    });
}

async function filesIn(
  { findFiles }: CompletionPorts,
  { folders }: Found,
  typed: string,
): Promise<readonly Item[]> {
  const found = (await findFiles?.(folders, typed, mostOfKind)) ?? [];
  return found.map(({ path, uri }) => ({
    insertText: `@${path} `,
    attachment: { type: 'resource', label: path, displayKind: 'document', uri },
  }));
}

/** Other sessions of the same workspace, each by its first chat. */
async function otherSessions(
  { kernel }: CompletionPorts,
  { uri, state }: Found,
  typed: string,
): Promise<readonly Item[]> {
  const { items } = await listSessions(kernel, { text: typed, limit: 10 * mostOfKind });
  return items
    .filter(({ resource, project }) => resource !== uri && project?.uri === state.project?.uri)
    .flatMap(({ title, defaultChat }) =>
      defaultChat === undefined || title === ''
        ? []
        : [quoted(title, { type: 'chat', label: title, resource: defaultChat })],
    )
    .slice(0, mostOfKind);
}

function quoted(title: string, attachment: Attachment): Item {
  return { insertText: `“${title}” `, attachment };
}
