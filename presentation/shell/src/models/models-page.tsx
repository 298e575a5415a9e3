import './models.css';
import type { ModelOffer } from '@loggia/protocol';
import { Plus, Sparkles } from 'lucide-react';
import { useEffect } from 'react';
import { useAnswer } from '../host/use-answer.ts';
import { useAgents } from '../session-list/use-sessions.ts';
import { Button } from '../ui/button.tsx';
import { Empty, Failure, Note, Skeleton } from '../ui/states.tsx';
import { askToConnect } from './connect-state.ts';
import { ProviderCard } from './provider-card.tsx';

/** The models that answer here: those connected in the page, and those that the host was started with. */
export function ModelsPage() {
  const { value, error, again } = useAnswer('x-loggia/listModelProviders', {});
  const agents = useAgents();
  // Another browser or the command line may have changed them.
  useEffect(() => {
    if (agents !== undefined) again();
  }, [agents, again]);
  if (error) return <Failure error={error} retry={again} />;
  if (value === undefined) return <Skeleton style={{ height: 200 }} />;
  const models = value.providers.filter(({ source }) => source.kind !== 'builtIn');
  const builtIn = value.providers.filter(({ source }) => source.kind === 'builtIn');
  return (
    <div className="models">
      <p className="settings-lead">
        A model answers in conversations and uses the tools of the workspace. Without one, the operator runs
        tools that you name.
      </p>
      {models.length === 0 ? (
        <Empty icon={<Sparkles />} title="No model connected" actions={<ConnectButton />}>
          Use a key from Anthropic, OpenAI or Google, any OpenAI-compatible address, or Ollama on this
          machine.
        </Empty>
      ) : (
        <div>
          <ConnectButton />
        </div>
      )}
      {value.offers.map((offer) => offer.found && <Found key={offer.id} offer={offer} />)}
      <ul className="settings-cards" aria-label="Connected models">
        {[...models, ...builtIn].map((provider) => (
          <ProviderCard key={provider.provider} provider={provider} isAlone={value.providers.length === 1} />
        ))}
      </ul>
    </div>
  );
}

function ConnectButton() {
  return (
    <Button kind="primary" icon={<Plus />} onClick={() => askToConnect()}>
      Connect a model
    </Button>
  );
}

function Found({ offer: { label, found } }: { readonly offer: ModelOffer }) {
  return (
    <Note
      tone="info"
      actions={
        <Button size="small" onClick={() => askToConnect()}>
          Connect {label}
        </Button>
      }
    >
      {label} is running on this machine at {found?.baseURL} and isn’t connected yet.
    </Note>
  );
}
