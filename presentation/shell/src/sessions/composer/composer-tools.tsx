import { agentOptionsIn, type AgentInfo, type ConfigState, type Customization } from '@loggia/protocol';
import { ListPlus, Paperclip, SendHorizontal, Square, Zap } from 'lucide-react';
import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useReadable } from '../../host/use-channel.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { useAgents } from '../../session-list/use-sessions.ts';
import { ModelPicker, PersonaPicker } from './pickers.tsx';

const AgentOptions = lazy(async () => ({
  default: (await import('./agent-options.tsx')).AgentOptions,
}));

/** The row below the text: files, model, the agent’s own options, persona, and the buttons that send. */
export function ComposerTools({
  keeper,
  agent,
  customizations,
  config,
  isRunning,
  isDisabled,
  canSend,
  meter,
  onAgent,
  onOption,
  onFiles,
  onSteer,
  onStop,
}: {
  readonly keeper: DraftKeeper;
  readonly agent: AgentInfo | undefined;
  readonly customizations: readonly Customization[] | undefined;
  readonly config: ConfigState | undefined;
  readonly isRunning: boolean;
  readonly isDisabled: boolean;
  readonly canSend: boolean;
  readonly meter: ReactNode;
  /** Another agent shall answer; undefined where the chat keeps its own. */
  readonly onAgent: ((provider: string) => void) | undefined;
  onOption(name: string, value: unknown): void;
  onFiles(files: readonly File[]): void;
  onSteer(): void;
  onStop?(): void;
}) {
  const draft = useReadable(keeper);
  const all = useAgents();
  const agents = onAgent ? all : all?.filter(({ provider }) => provider === agent?.provider);
  const host = useHost();
  const options = agentOptionsIn(config);
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className="composer-tools">
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <IconButton
        label="Attach files"
        size="small"
        icon={<Paperclip />}
        disabled={isDisabled}
        onClick={() => picker.current?.click()}
      />
      {agents && (
        <ModelPicker
          agents={agents}
          agent={agent}
          model={draft.model}
          // The host asks the providers again, and the list here follows.
          onOpen={() => void host.ask('x-loggia/listModelProviders', {}).catch(() => undefined)}
          onChange={(provider, model) => {
            keeper.edit({ model });
            if (provider !== agent?.provider) onAgent?.(provider);
          }}
        />
      )}
      {options.length > 0 && (
        <Suspense fallback={null}>
          <AgentOptions options={options} agent={agent?.displayName ?? 'Agent'} onChange={onOption} />
        </Suspense>
      )}
      <PersonaPicker
        customizations={customizations}
        agent={draft.agent}
        onChange={(persona) => keeper.edit({ agent: persona })}
      />
      {meter}
      <span className="composer-gap" />
      {isRunning && onStop && (
        <Button size="small" icon={<Square />} onClick={onStop}>
          Stop
        </Button>
      )}
      {isRunning && canSend && (
        <IconButton label="Steer now (Ctrl+Enter)" size="small" icon={<Zap />} onClick={onSteer} />
      )}
      <Button
        kind="primary"
        size="small"
        type="submit"
        className="composer-send"
        icon={isRunning ? <ListPlus /> : <SendHorizontal />}
        disabled={!canSend}
      >
        {isRunning ? 'Queue' : 'Send'}
      </Button>
    </div>
  );
}
