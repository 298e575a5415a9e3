import type { AgentInfo, Customization, Message } from '@loggia/protocol';
import { Bot, Sparkles, UserRound } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { personasIn } from './slash.ts';

/** Which model answers; nothing where the agent has none to choose from. */
export function ModelPicker({
  agent,
  model,
  onChange,
}: {
  readonly agent: AgentInfo | undefined;
  readonly model: Message['model'];
  onChange(model: Message['model']): void;
}) {
  const models = agent?.models ?? [];
  if (models.length === 0) return null;
  const chosen = models.find(({ id }) => id === model?.id)?.name ?? model?.id ?? 'Default model';
  return (
    <Menu
      trigger={
        <Button kind="quiet" size="small" icon={<Sparkles />} aria-label={`Model: ${chosen}`}>
          <span className="picker-label">{chosen}</span>
        </Button>
      }
      parts={[
        { heading: 'Model' },
        {
          id: '',
          label: 'Default',
          checked: model === undefined,
          run: () => onChange(undefined),
        },
        ...models.map(({ id, name, policyState }) => ({
          id,
          label: name,
          checked: id === model?.id,
          disabled: policyState === 'disabled',
          run: () => onChange({ id }),
        })),
      ]}
    />
  );
}

/** Who answers: an agent that a plugin brings along, with instructions and tools of its own. */
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

/** Which agent a new session is with. */
export function AgentPicker({
  agents,
  provider,
  onChange,
}: {
  readonly agents: readonly AgentInfo[];
  readonly provider: string | undefined;
  onChange(provider: string): void;
}) {
  if (agents.length < 2) return null;
  const chosen = agents.find((agent) => agent.provider === provider) ?? agents[0];
  return (
    <Menu
      trigger={
        <Button kind="quiet" size="small" icon={<Bot />} aria-label={`Agent: ${chosen?.displayName ?? ''}`}>
          <span className="picker-label">{chosen?.displayName}</span>
        </Button>
      }
      parts={[
        { heading: 'Agent' },
        ...agents.map(({ provider: id, displayName }) => ({
          id,
          label: displayName,
          checked: id === chosen?.provider,
          run: () => onChange(id),
        })),
      ]}
    />
  );
}
