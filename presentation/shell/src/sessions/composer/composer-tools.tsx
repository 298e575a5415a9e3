import type { AgentInfo, Customization } from '@loggia/protocol';
import { ListPlus, Paperclip, SendHorizontal, Square, Zap } from 'lucide-react';
import { useRef } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useReadable } from '../../host/use-channel.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { useAgents } from '../../session-list/use-sessions.ts';
import { ModelPicker, PersonaPicker } from './pickers.tsx';

/** The row below the text: files, model, persona, and the buttons that send. */
export function ComposerTools({
  keeper,
  agent,
  customizations,
  isRunning,
  isDisabled,
  canSend,
  onAgent,
  onFiles,
  onSteer,
  onStop,
}: {
  readonly keeper: DraftKeeper;
  readonly agent: AgentInfo | undefined;
  readonly customizations: readonly Customization[] | undefined;
  readonly isRunning: boolean;
  readonly isDisabled: boolean;
  readonly canSend: boolean;
  /** Another agent shall answer. */
  onAgent(provider: string): void;
  onFiles(files: readonly File[]): void;
  onSteer(): void;
  onStop?(): void;
}) {
  const draft = useReadable(keeper);
  const agents = useAgents();
  const host = useHost();
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
            if (provider !== agent?.provider) onAgent(provider);
          }}
        />
      )}
      <PersonaPicker
        customizations={customizations}
        agent={draft.agent}
        onChange={(persona) => keeper.edit({ agent: persona })}
      />
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
