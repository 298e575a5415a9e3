import '../servers/servers.css';
import './agents.css';
import type { AgentReport } from '@loggia/protocol';
import { Bot, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { useAgents } from '../session-list/use-sessions.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Skeleton } from '../ui/states.tsx';
import { AgentCard } from './agent-card.tsx';
import { AgentDialog } from './agent-dialog.tsx';

type Asked = { readonly edited?: AgentReport };

/** The agents of the host: those that come with it, models, and programs that were added. */
export function AgentsPage() {
  const { value, error, again } = useAnswer('x-loggia/listAgents', {});
  const [asked, setAsked] = useState<Asked>();
  const [fresh, setFresh] = useState<string>();
  const known = useAgents();
  // Another browser or the command line may have changed them.
  useEffect(() => {
    if (known !== undefined) again();
  }, [known, again]);
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 200 }} />;
  const programs = value.agents.filter(({ command }) => command !== undefined);
  const others = value.agents.filter(({ command }) => command === undefined);
  const add = (
    <Button kind="primary" icon={<Plus />} onClick={() => setAsked({})}>
      Add an agent
    </Button>
  );
  return (
    <div className="agents">
      <p className="settings-lead">
        An agent answers in conversations. Besides the operator and models, programs that speak the Agent
        Client Protocol can answer here, with the tools of the workspace.
      </p>
      {programs.length === 0 ? (
        <Empty icon={<Bot />} title="No agent added" actions={add}>
          Add OpenCode, Codex, Claude, Gemini or another one from the catalog, or a program by its command.
        </Empty>
      ) : (
        <div>{add}</div>
      )}
      <ul className="settings-cards" aria-label="Agents">
        {[...programs, ...others].map((agent) => (
          <AgentCard
            key={agent.agent}
            agent={agent}
            isAlone={value.agents.length === 1}
            isFresh={agent.agent === fresh}
            onEdit={() => setAsked({ edited: agent })}
            onChanged={again}
          />
        ))}
      </ul>
      {asked && (
        <AgentDialog
          edited={asked.edited}
          onClose={() => setAsked(undefined)}
          onSaved={({ agent }) => {
            setAsked(undefined);
            setFresh(agent);
            again();
          }}
        />
      )}
    </div>
  );
}
