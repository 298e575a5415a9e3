import {
  agentCommandsOf,
  spentIn,
  type AgentInfo,
  type ContextUse,
  type SessionState,
  type Spent,
} from '@loggia/protocol';
import type { ReactNode } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { Button } from '../../ui/button.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { everyCustomization } from '../calls/call-words.ts';
import { spentWords } from '../transcript/turn-costs.ts';
import { contextWords, groupsOf, type ContextGroup } from './context-words.ts';

const compact = 'compact';

/** The parts of the context window, and what makes room in it. */
export function ContextPanel({
  use,
  session,
  sessionState,
  agent,
  onCommand,
}: {
  readonly use: ContextUse;
  readonly session: string;
  readonly sessionState: SessionState;
  readonly agent: AgentInfo | undefined;
  /** Sends a command of the agent. */
  onCommand(text: string): Promise<void>;
}) {
  const groups = groupsOf(use.parts ?? []);
  const canCompact = agent !== undefined && agentCommandsOf(agent).some(({ name }) => name === compact);
  return (
    <div className="context-panel">
      <h3>Context window</h3>
      <p>{contextWords(use)}</p>
      {groups.length === 0 ? (
        <p className="context-note">This agent doesn’t say what the tokens are used for.</p>
      ) : (
        <ul>
          {groups.map((group) => (
            <Group
              key={group.kind}
              group={group}
              used={use.used}
              session={session}
              sessionState={sessionState}
            />
          ))}
        </ul>
      )}
      <SpentLine spent={spentIn(sessionState._meta)} />
      {canCompact && (
        <Button size="small" onClick={() => attempt(onCommand(`/${compact}`))}>
          Summarize earlier messages
        </Button>
      )}
    </div>
  );
}

/** Everything that the session's turns have used. */
function SpentLine({ spent }: { readonly spent: Spent | undefined }) {
  if (!spent) return null;
  return <p className="context-note">{`This session so far: ${spentWords(spent)}`}</p>;
}

interface GroupProps {
  readonly group: ContextGroup;
  readonly used: number;
  readonly session: string;
  readonly sessionState: SessionState;
}

function Group({ group, used, session, sessionState }: GroupProps) {
  const servers = everyCustomization(sessionState.customizations).filter(({ type }) => type === 'mcpServer');
  return (
    <li>
      <Line name={group.title} tokens={group.tokens} />
      <div className="context-bar" aria-hidden>
        <span style={{ width: `${(100 * group.tokens) / Math.max(1, used)}%` }} />
      </div>
      {group.parts.length > 0 && (
        <ul>
          {group.parts.map(({ label, tokens }) => {
            const server = group.kind === 'tools' ? servers.find(({ name }) => name === label) : undefined;
            return (
              <li key={label}>
                <Line name={visibly(label)} tokens={tokens}>
                  {server && <TurnOff session={session} server={server} />}
                </Line>
              </li>
            );
          })}
        </ul>
      )}
    </li>
  );
}

function Line({
  name,
  tokens,
  children,
}: {
  readonly name: string;
  readonly tokens: number;
  readonly children?: ReactNode;
}) {
  return (
    <span className="context-line">
      <span>{name}</span>
      {children}
      <span>{tokens.toLocaleString()}</span>
    </span>
  );
}

/** The tokens of the server's tools are free again with the next message. */
function TurnOff({
  session,
  server,
}: {
  readonly session: string;
  readonly server: { readonly id: string; readonly name: string; readonly enabled?: boolean | undefined };
}) {
  const host = useHost();
  const isOn = server.enabled !== false;
  const set = (enabled: boolean): void =>
    attempt(host.ask('x-loggia/setEnabled', { customization: server.id, session, enabled }));
  return (
    <Button
      kind="quiet"
      size="small"
      aria-label={`${isOn ? 'Turn off' : 'Turn on'} ${server.name} in this session`}
      onClick={() => set(!isOn)}
    >
      {isOn ? 'Turn off' : 'Turn on'}
    </Button>
  );
}
