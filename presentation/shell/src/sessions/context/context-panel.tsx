import {
  agentCommandsOf,
  spentIn,
  type AgentInfo,
  type ContextUse,
  type McpServerCustomization,
  type SessionState,
  type Spent,
} from '@loggia/protocol';
import { decidedAt, isOn } from '../../servers/enablement.ts';
import { Button } from '../../ui/button.tsx';
import { visibly } from '../../ui/foreign-words.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { everyCustomization } from '../calls/call-words.ts';
import { spentWords } from '../transcript/turn-costs.ts';
import { ContextLine } from './context-line.tsx';
import { contextWords, groupsOf, type ContextGroup } from './context-words.ts';
import { ServerLine } from './server-line.tsx';
import { withServers } from './session-pins.ts';
import { ToolRoom } from './tool-room.tsx';
import { useSessionTools, type SessionToolsInHand } from './use-session-tools.ts';

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
  const tools = useSessionTools(session, sessionState);
  const servers = everyCustomization(sessionState.customizations).flatMap((entry) =>
    entry.type === 'mcpServer' ? [entry] : [],
  );
  const groups = groupsOf(use.parts ? withServers(use.parts, tools ? servers.filter(isListed) : []) : []);
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
              servers={servers}
              tools={tools}
            />
          ))}
        </ul>
      )}
      {use.parts === undefined && tools && (
        <UncountedTools session={session} servers={servers.filter(isListed)} tools={tools} />
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

/** One that was turned off here stays, so that it can be turned on again. */
function isListed(server: McpServerCustomization): boolean {
  if (!isOn(server)) return decidedAt(server, { kind: 'session' }) === false;
  return server.state.kind === 'ready';
}

/** For an agent that doesn’t say what it uses tokens for. */
function UncountedTools({
  session,
  servers,
  tools,
}: {
  readonly session: string;
  readonly servers: readonly McpServerCustomization[];
  readonly tools: SessionToolsInHand;
}) {
  return (
    <ul>
      <li>
        <ContextLine name="Tools" />
        <ul>
          {servers.map((server) => (
            <li key={server.id}>
              <ServerLine session={session} server={server} tools={tools} />
            </li>
          ))}
        </ul>
        <ToolRoom tools={tools} />
      </li>
    </ul>
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
  readonly servers: readonly McpServerCustomization[];
  readonly tools: SessionToolsInHand | undefined;
}

function Group({ group, used, session, servers, tools }: GroupProps) {
  return (
    <li>
      <ContextLine name={group.title} tokens={group.tokens} />
      <div className="context-bar" aria-hidden>
        <span style={{ width: `${(100 * group.tokens) / Math.max(1, used)}%` }} />
      </div>
      {group.parts.length > 0 && (
        <ul>
          {group.parts.map((part) => {
            const server =
              group.kind === 'tools' ? servers.find(({ name }) => name === part.label) : undefined;
            return (
              <li key={part.label}>
                {server ? (
                  <ServerLine session={session} server={server} tokens={part.tokens} tools={tools} />
                ) : (
                  <ContextLine name={visibly(part.label)} tokens={part.tokens} />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {group.kind === 'tools' && tools && <ToolRoom tools={tools} />}
    </li>
  );
}
