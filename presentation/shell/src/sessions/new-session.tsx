import { useState } from 'react';
import { LayoutList, Library, Wrench } from 'lucide-react';
import { useHost } from '../host/host-context.tsx';
import { Arches } from '../ui/arches.tsx';
import { Note } from '../ui/states.tsx';
import { messageOf, type Draft } from './chat/speak.ts';
import { Composer } from './composer/composer.tsx';
import { firstDraft } from './composer/drafts.ts';
import { AgentPicker } from './composer/pickers.tsx';
import { beginSession } from './list/session-changes.ts';
import { useAgents } from '../session-list/use-sessions.ts';

/** Each does something with any agent, and with what every workspace has. */
const suggestions = [
  { icon: <Wrench aria-hidden />, title: 'See what it can do', says: 'What can you do?' },
  {
    icon: <LayoutList aria-hidden />,
    title: 'List what is on the desk',
    says: 'List the artifacts of this workspace',
  },
  { icon: <Library aria-hidden />, title: 'List the collections', says: 'List the collections' },
] as const;

/** Before the first word: nobody leaves empty sessions behind. */
export function NewSession({
  workspace,
  onMade,
}: {
  readonly workspace: string;
  onMade(session: string): void;
}) {
  const host = useHost();
  const known = useAgents();
  const agents = known ?? [];
  const [provider, setProvider] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const agent = agents.find((other) => other.provider === provider) ?? agents[0];
  const begin = async (draft: Draft): Promise<void> => {
    setBusy(true);
    try {
      await beginSession(
        host.client,
        { workspace, provider: agent?.provider, message: messageOf(draft) },
        onMade,
      );
    } finally {
      setBusy(false);
    }
  };
  const keeper = firstDraft(host, workspace);
  return (
    <div className="new-session">
      <div className="new-session-middle scroll-area">
        <Arches />
        <h2>What shall we do?</h2>
        <p>{agent?.description ?? 'Ask for something, or try one of these.'}</p>
        {known !== undefined && agents.length === 0 && (
          <Note tone="warning">This host has no agent. Add one to its configuration and restart it.</Note>
        )}
        <ul className="new-session-suggestions">
          {suggestions.map(({ icon, title, says }) => (
            <li key={title}>
              <button
                type="button"
                disabled={isBusy}
                onClick={() => {
                  keeper.edit({ text: says });
                  void begin({ ...keeper.take(), text: says }).catch(() => undefined);
                }}
              >
                {icon}
                {title}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Composer
        workspace={workspace}
        keeper={keeper}
        agent={agent}
        customizations={agent?.customizations}
        placeholder="Write the first message"
        isRunning={false}
        isDisabled={isBusy}
        extra={<AgentPicker agents={agents} provider={agent?.provider} onChange={setProvider} />}
        onSend={begin}
      />
    </div>
  );
}
