import type { AgentInfo, Customization, Message } from '@loggia/protocol';
import { Sparkles, UserRound } from 'lucide-react';
import { awaitModel } from '../../models/connect-state.ts';
import { navigate } from '../../navigation/use-route.ts';
import { Button } from '../../ui/button.tsx';
import { Menu, type MenuPart } from '../../ui/menu.tsx';
import { personasIn } from './slash.ts';

/**
 * Which model answers, of all that are connected; always there. Where none is, it says so and leads to where one can be
 * connected.
 */
export function ModelPicker({
  agents,
  agent,
  model,
  onOpen,
  onChange,
}: {
  readonly agents: readonly AgentInfo[];
  /** Undefined where the session's own is gone. */
  readonly agent: AgentInfo | undefined;
  readonly model: Message['model'];
  onOpen(): void;
  /** The agent, and the model where it has some. */
  onChange(provider: string, model: Message['model']): void;
}) {
  const connect = (): void => {
    awaitModel((provider) => onChange(provider, undefined));
    navigate({ page: 'settings', section: 'models' });
  };
  // A session whose own agent is gone needs the choice, however small it is.
  const isSettled = agent !== undefined || agents.length === 0;
  if (isSettled && agents.length < 2 && agents.every(({ models }) => models.length === 0)) {
    return (
      <Button kind="quiet" size="small" icon={<Sparkles />} onClick={connect}>
        <span className="picker-label">No model connected</span>
      </Button>
    );
  }
  const answering = agent?.models.find(({ id }) => id === model?.id) ?? agent?.models[0];
  const chosen = answering?.name ?? agent?.displayName ?? 'Choose a model';
  const ofAgent = ({ provider, displayName, models }: AgentInfo): MenuPart[] => [
    { heading: displayName },
    ...models.map(({ id, name, policyState }) => ({
      id: `${provider} ${id}`,
      label: name,
      checked: provider === agent?.provider && id === answering?.id,
      disabled: policyState === 'disabled',
      run: () => onChange(provider, { id }),
    })),
  ];
  const without = agents.filter(({ models }) => models.length === 0);
  const parts: readonly MenuPart[] = [
    ...agents.filter(({ models }) => models.length > 0).flatMap(ofAgent),
    ...(without.length === 0 ? [] : [{ heading: 'Other agents' }]),
    ...without.map(({ provider, displayName }) => ({
      id: provider,
      label: displayName,
      checked: provider === agent?.provider,
      run: () => onChange(provider, undefined),
    })),
  ];
  return (
    <Menu
      trigger={
        <Button kind="quiet" size="small" icon={<Sparkles />} aria-label={`Model: ${chosen}`}>
          <span className="picker-label">{chosen}</span>
        </Button>
      }
      parts={[...parts, { separator: true }, { id: '+', label: 'Connect a model…', run: connect }]}
      onOpen={onOpen}
    />
  );
}

/** Chooses the persona that answers: an agent from a plugin, with its own instructions and tools. */
export function PersonaPicker({
  customizations,
  agent,
  onChange,
}: {
  readonly customizations: readonly Customization[] | undefined;
  readonly agent: Message['agent'];
  onChange(agent: Message['agent']): void;
}) {
  const personas = personasIn(customizations);
  if (personas.length === 0) return null;
  const chosen = personas.find(({ uri }) => uri === agent?.uri)?.name ?? 'No persona';
  return (
    <Menu
      trigger={
        <Button kind="quiet" size="small" icon={<UserRound />} aria-label={`Persona: ${chosen}`}>
          <span className="picker-label">{chosen}</span>
        </Button>
      }
      parts={[
        { heading: 'Persona' },
        { id: '', label: 'None', checked: agent === undefined, run: () => onChange(undefined) },
        ...personas.map(({ uri, name, description }) => ({
          id: uri,
          label: name,
          ...(description !== undefined && { hint: description.slice(0, 60) }),
          checked: uri === agent?.uri,
          run: () => onChange({ uri }),
        })),
      ]}
    />
  );
}
