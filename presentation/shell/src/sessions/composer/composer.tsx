import './composer.css';
import { workspaceUri, type AgentInfo, type Customization } from '@loggia/protocol';
import {
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useHost } from '../../host/host-context.tsx';
import { mediumOn } from '../../host/medium.ts';
import { useReadable } from '../../host/use-channel.ts';
import { Button } from '../../ui/button.tsx';
import { hasArtifacts, readArtifacts } from '../../ui/dragged-artifacts.ts';
import { keepClear } from '../../ui/keep-clear.ts';
import { Progress } from '../../ui/states.tsx';
import { complain, tell } from '../../ui/toast-queue.ts';
import { artifactsToAttach, takeArtifacts } from '../attach.ts';
import type { Draft } from '../chat/speak.ts';
import { resolveAttachments } from './attached.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { ComposerModel, type AttachedUpload, type Sending } from './composer-model.ts';
import { ComposerTools } from './composer-tools.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { uploadFile } from './uploads.ts';
import { useSlashMenu } from './use-slash-menu.tsx';

interface ComposerProps {
  readonly workspace: string;
  readonly keeper: DraftKeeper;
  readonly agent: AgentInfo | undefined;
  readonly customizations: readonly Customization[] | undefined;
  readonly placeholder: string;
  /** The agent is at work: what is sent now waits, or steers it. */
  readonly isRunning: boolean;
  readonly isDisabled?: boolean;
  /** More to choose from, beside model and persona. */
  readonly extra?: ReactNode;
  /** Stands above the text: what else goes along. */
  readonly context?: ReactNode;
  readonly inputRef?: RefObject<HTMLTextAreaElement | null>;
  /** Rejects where it was not sent; the draft then comes back. */
  onSend(draft: Draft, how: Sending): Promise<void>;
  onStop?(): void;
}

/** Where a message is written. */
export function Composer(props: ComposerProps) {
  const { workspace, keeper, agent, customizations, placeholder, isRunning, extra, context } = props;
  const isDisabled = props.isDisabled === true;
  const draft = useReadable(keeper);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = props.inputRef ?? ownField;
  const model = useComposerModel(workspace, keeper, field);
  const { uploads } = useReadable(model);
  const dropping = useDropping(model);
  const slash = useSlashMenu(keeper, draft.text, customizations, field);
  useGrowth(field, draft.text);

  const canSend = !isDisabled && model.canSend;
  const send = (how: Sending): void => {
    if (canSend) void model.send((taken) => props.onSend(taken, how));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (slash.press(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isRunning) send('send');
    else send(event.metaKey || event.ctrlKey ? 'steer' : 'queue');
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    model.upload(files);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the mouse alone; files are attached with a button as well
    <form
      ref={keepClear}
      className="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send(isRunning ? 'queue' : 'send');
      }}
      {...dropping}
    >
      {slash.menu}
      {context}
      <AttachmentChips attachments={draft.attachments} onRemove={(index) => model.detach(index)} />
      <Uploads uploads={uploads} onStop={(id) => model.stopUpload(id)} />
      <textarea
        ref={field}
        className="composer-text scroll-area"
        aria-label="Message"
        placeholder={placeholder}
        rows={1}
        value={draft.text}
        disabled={isDisabled}
        maxLength={500_000}
        {...slash.wiring}
        onChange={(event) => {
          keeper.edit({ text: event.target.value });
          slash.moved(event.target.selectionStart);
        }}
        onSelect={(event) => slash.moved(event.currentTarget.selectionStart)}
        onKeyDown={press}
        onPaste={paste}
      />
      <ComposerTools
        keeper={keeper}
        agent={agent}
        customizations={customizations}
        extra={extra}
        isRunning={isRunning}
        isDisabled={isDisabled}
        canSend={canSend}
        onFiles={(files) => model.upload(files)}
        onSteer={() => send('steer')}
        {...(props.onStop && { onStop: props.onStop })}
      />
    </form>
  );
}

function useComposerModel(
  workspace: string,
  keeper: DraftKeeper,
  field: RefObject<HTMLTextAreaElement | null>,
): ComposerModel {
  const host = useHost();
  const model = useMemo(
    () =>
      new ComposerModel({
        keeper,
        upload: (file, options) => uploadFile(host, workspace, file, options),
        resolve: async (attachments) => {
          if (attachments.length === 0) return attachments;
          return resolveAttachments(host, attachments, await mediumOn(host, workspaceUri(workspace)));
        },
        focus: () => field.current?.focus(),
        tell,
        complain,
      }),
    [host, workspace, keeper, field],
  );
  const waiting = useReadable(artifactsToAttach);
  useEffect(() => {
    if (waiting.length > 0) model.attach(takeArtifacts());
  }, [waiting, model]);
  return model;
}

/** Artifacts and files that are dropped on the composer go along with the message. */
function useDropping(model: ComposerModel) {
  const [isDropping, setDropping] = useState(false);
  const isFor = ({ dataTransfer }: DragEvent): boolean =>
    hasArtifacts(dataTransfer) || dataTransfer.types.includes('Files');
  return {
    'data-dropping': isDropping || undefined,
    onDragOver: (event: DragEvent): void => {
      if (!isFor(event)) return;
      event.preventDefault();
      setDropping(true);
    },
    onDragLeave: (event: DragEvent): void => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
    },
    onDrop: (event: DragEvent): void => {
      setDropping(false);
      if (!isFor(event)) return;
      event.preventDefault();
      if (hasArtifacts(event.dataTransfer)) model.attach(readArtifacts(event.dataTransfer));
      else model.upload([...event.dataTransfer.files]);
    },
  };
}

function Uploads({
  uploads,
  onStop,
}: {
  readonly uploads: readonly AttachedUpload[];
  onStop(id: number): void;
}) {
  return uploads.map(({ id, name, size, sent }) => (
    <div key={id} className="composer-upload">
      <span>{name}</span>
      <Progress value={sent} most={size} label={`Uploading ${name}`} />
      <Button kind="quiet" size="small" onClick={() => onStop(id)}>
        Stop
      </Button>
    </div>
  ));
}

/** As high as what is in it, up to what the style sheet allows. */
function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.setProperty('height', 'auto');
    current.style.setProperty('height', `${current.scrollHeight}px`);
  }, [field, text]);
}
