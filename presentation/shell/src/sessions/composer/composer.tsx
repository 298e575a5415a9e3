import './composer.css';
import {
  selectionAttachment,
  type AgentInfo,
  type ChatState,
  type ConfigState,
  type Customization,
} from '@loggia/protocol';
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
import { useReadable } from '../../host/use-channel.ts';
import { Button } from '../../ui/button.tsx';
import { hasArtifacts, readArtifacts } from '../../ui/dragged-artifacts.ts';
import { suggestedText, takeSuggestion } from '../../links/suggested-text.ts';
import { keepClear } from '../../ui/keep-clear.ts';
import { pointing } from '../../ui/pointed-at.ts';
import { Progress } from '../../ui/states.tsx';
import { complain, tell } from '../../ui/toast-queue.ts';
import { artifactsToAttach, takeArtifacts } from '../attach.ts';
import type { Draft } from '../chat/speak.ts';
import { selectionFor } from './attached.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { ComposerModel, type AttachedUpload, type Sending } from './composer-model.ts';
import { ComposerTools } from './composer-tools.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { takeFocusOver } from './hand-focus-on.ts';
import { SelectionChip } from './selection-chip.tsx';
import { keepUploads, uploadFile } from './uploads.ts';
import { useMentionMenu } from './use-mention-menu.tsx';
import { usePrompts } from './use-prompts.tsx';
import { useSlashMenu } from './use-slash-menu.tsx';

interface ComposerProps {
  readonly workspace: string;
  /** Undefined before the first message. */
  readonly session?: string;
  readonly chat?: string;
  readonly chatState?: ChatState;
  /** The settings of the session, or those that it would begin with. */
  readonly config: ConfigState | undefined;
  readonly keeper: DraftKeeper;
  readonly agent: AgentInfo | undefined;
  readonly customizations: readonly Customization[] | undefined;
  readonly placeholder: string;
  /** The agent is at work: what is sent now waits, or steers it. */
  readonly isRunning: boolean;
  readonly isDisabled?: boolean;
  /** Stands above the text: what else goes along. */
  readonly context?: ReactNode;
  /** Stands beside the pickers. */
  readonly meter?: ReactNode;
  readonly inputRef?: RefObject<HTMLTextAreaElement | null>;
  /** Rejects where it was not sent; the draft then comes back. */
  onSend(draft: Draft, how: Sending): Promise<void>;
  /** Another agent shall answer from now on; undefined where the chat keeps its own. */
  readonly onAgent: ((provider: string) => void) | undefined;
  /** A setting of the agent's own was changed. */
  onOption(name: string, value: unknown): void;
  onStop?(): void;
}

/** The editor for a message. */
export function Composer(props: ComposerProps) {
  const { workspace, keeper, agent, customizations, placeholder, isRunning, context } = props;
  const isDisabled = props.isDisabled === true;
  const draft = useReadable(keeper);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = props.inputRef ?? ownField;
  const model = useComposerModel(workspace, props.chat, keeper, field);
  const { uploads } = useReadable(model);
  const dropping = useDropping(model);
  const prompts = usePrompts(props.session, keeper, model, field);
  const sources = { session: props.session, agent, customizations, chatState: props.chatState };
  const slash = useSlashMenu(keeper, draft.text, sources, field, (prompt) => void prompts.run.choose(prompt));
  const mention = useMentionMenu(draft.text, {
    ...{ workspace, chat: props.chat, keeper, field },
    attach: (artifact) => model.attach([artifact]),
    add: (attachment) => model.add([attachment]),
  });
  const moved = (caret: number): void => {
    slash.moved(caret);
    mention.moved(caret);
  };
  useGrowth(field, draft.text);
  useEffect(() => takeFocusOver(field.current), [field]);

  const canSend = !isDisabled && model.canSend;
  const send = (how: Sending): void => {
    if (canSend) void model.send((taken) => props.onSend(taken, how));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (slash.press(event) || mention.press(event)) return;
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
      {slash.menu ?? mention.menu}
      {context}
      <SelectionChip workspace={workspace} attachments={draft.attachments} />
      <AttachmentChips
        attachments={draft.attachments}
        place={{ workspace, chat: props.chat }}
        onRemove={(index) => model.detach(index)}
      />
      <Uploads uploads={uploads} onStop={(id) => model.stopUpload(id)} />
      {prompts.status}
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
        {...mention.wiring}
        onChange={(event) => {
          keeper.edit({ text: event.target.value });
          moved(event.target.selectionStart);
        }}
        onSelect={(event) => moved(event.currentTarget.selectionStart)}
        onKeyDown={press}
        onPaste={paste}
      />
      <ComposerTools
        keeper={keeper}
        agent={agent}
        customizations={customizations}
        config={props.config}
        onOption={props.onOption}
        isRunning={isRunning}
        isDisabled={isDisabled}
        canSend={canSend}
        meter={props.meter}
        onAgent={props.onAgent}
        onFiles={(files) => model.upload(files)}
        onSteer={() => send('steer')}
        {...(props.onStop && { onStop: props.onStop })}
      />
    </form>
  );
}

function useComposerModel(
  workspace: string,
  chat: string | undefined,
  keeper: DraftKeeper,
  field: RefObject<HTMLTextAreaElement | null>,
): ComposerModel {
  const host = useHost();
  const model = useMemo(
    () =>
      new ComposerModel({
        keeper,
        upload: (file, options) => uploadFile(host, file, options),
        resolve: async (attachments) => {
          if (chat === undefined && attachments.length > 0) await keepUploads(host, attachments);
          return attachments;
        },
        selection: (attachments) =>
          selectionAttachment(selectionFor(workspace, attachments, pointing.getSnapshot())),
        focus: () => field.current?.focus(),
        tell,
        complain,
      }),
    [host, workspace, chat, keeper, field],
  );
  const waiting = useReadable(artifactsToAttach);
  useEffect(() => {
    if (waiting.length > 0) model.attach(takeArtifacts());
  }, [waiting, model]);
  const suggested = useReadable(suggestedText);
  useEffect(() => {
    const text = suggested === undefined ? undefined : takeSuggestion(keeper.getSnapshot().text);
    if (text === undefined) return;
    keeper.edit({ text });
    field.current?.focus();
  }, [suggested, keeper, field]);
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

/** As tall as its content, up to the limit in the style sheet. */
function useGrowth(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const { current } = field;
    if (!current) return;
    current.style.setProperty('height', 'auto');
    current.style.setProperty('height', `${current.scrollHeight}px`);
  }, [field, text]);
}
