import type { Kernel } from '@loggia/kernel';
import type { Customization, SessionState } from '@loggia/protocol';
import type { OpenChat } from './chat-log.ts';
import type { WorkspaceContents, Library } from './harness.ts';
import { listSessions } from './session-list.ts';

/** Reads the contents of a session's workspace; undefined if the session has none. */
export type LibraryFor = (project: SessionState['project']) => Promise<Library | undefined>;

/** More than anybody would mention in a message. */
const mostSessions = 100;

/** The contents of a session's workspace, for agents to read without asking. */
export async function workspaceContents(
  kernel: Kernel,
  libraryFor: LibraryFor | undefined,
  { session }: OpenChat,
): Promise<WorkspaceContents | undefined> {
  const { project, customizations = [] } = session.state;
  const library = await libraryFor?.(project);
  if (!library) return undefined;
  const { items } = await listSessions(kernel, { limit: mostSessions });
  return {
    ...library,
    servers: customizations.flatMap(serversIn),
    sessions: items
      .filter((item) => item.resource !== session.uri && item.project?.uri === project?.uri)
      .map(({ resource, title }) => ({ id: resource, title })),
  };
}

function serversIn(entry: Customization): WorkspaceContents['servers'] {
  const children = 'children' in entry ? (entry.children ?? []) : [];
  return [entry, ...children].flatMap((one) =>
    one.type === 'mcpServer' ? [{ id: one.id, title: one.name, state: one.state.kind }] : [],
  );
}
