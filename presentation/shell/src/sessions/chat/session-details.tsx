import { sessionAgent, type AgentInfo, type SessionState, type SessionSummary } from '@loggia/protocol';
import { Dialog } from '../../ui/dialog.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { everyCustomization } from '../calls/call-words.ts';

/** The facts about a session. */
export function SessionDetails({
  isOpen,
  session,
  summary,
  agent,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly session: SessionState;
  readonly summary: SessionSummary | undefined;
  readonly agent: AgentInfo | undefined;
  onClose(): void;
}) {
  const all = everyCustomization(session.customizations);
  const count = (type: string) => all.filter((entry) => entry.type === type).length;
  const counts = [
    [count('mcpServer'), 'server'],
    [count('plugin'), 'plugin'],
    [count('skill'), 'skill'],
    [count('prompt'), 'prompt'],
    [count('agent'), 'persona'],
    [count('rule'), 'rule'],
  ] as const;
  const customizations = counts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number} ${word}${number === 1 ? '' : 's'}`);
  const directories = session.workingDirectories ?? [];
  return (
    <Dialog open={isOpen} title={session.title || 'Session'} onClose={onClose}>
      <dl className="session-facts">
        <dt>Agent</dt>
        <dd>
          {agent?.displayName ?? sessionAgent(session)}
          {agent?.description !== undefined && <small>{agent.description}</small>}
        </dd>
        <dt>Working directories</dt>
        <dd>
          {directories.length === 0
            ? 'None'
            : directories.map((directory) => <code key={directory}>{directory}</code>)}
        </dd>
        <dt>Customizations</dt>
        <dd>{customizations.join(', ') || 'None'}</dd>
        <dt>Chats</dt>
        <dd>{session.chats.length}</dd>
        <dt>Connected clients</dt>
        <dd>
          {session.activeClients.map(({ displayName }) => displayName ?? 'A client').join(', ') || 'Nobody'}
        </dd>
        {summary !== undefined && (
          <>
            <dt>Started</dt>
            <dd>
              <TimeAgo at={summary.createdAt} />
            </dd>
          </>
        )}
      </dl>
    </Dialog>
  );
}
