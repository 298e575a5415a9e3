import type { AgentInfo, Customization } from '@loggia/protocol';
import { ListPlus, Paperclip, SendHorizontal, Square, Zap } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useReadable } from '../../host/use-channel.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { ModelPicker, PersonaPicker } from './pickers.tsx';

/** The row below the text: files, model, persona, and the buttons that send. */
export function ComposerTools({
  keeper,
  agent,
  customizations,
  extra,
  isRunning,
  isDisabled,
  canSend,
  onFiles,
  onSteer,
  onStop,
}: {
  readonly keeper: DraftKeeper;
  readonly agent: AgentInfo | undefined;
  readonly customizations: readonly Customization[] | undefined;
  readonly extra: ReactNode;
  readonly isRunning: boolean;
  readonly isDisabled: boolean;
  readonly canSend: boolean;
  onFiles(files: readonly File[]): void;
  onSteer(): void;
  onStop?(): void;
}) {
  const draft = useReadable(keeper);
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
      {extra}
      <ModelPicker agent={agent} model={draft.model} onChange={(model) => keeper.edit({ model })} />
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
