import './composer.css';
import type { AgentInfo, Attachment, Customization } from '@loggia/protocol';
import { ListPlus, Paperclip, SendHorizontal, Square, Zap } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
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
import { asError } from '../../host/as-error.ts';
import { useHost } from '../../host/host-context.tsx';
import { useMediumOf } from '../../host/medium.ts';
import { useReadable } from '../../host/use-channel.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { hasArtifacts, readArtifacts, type DraggedArtifact } from '../../ui/dragged-artifacts.ts';
import { keepClear } from '../../ui/keep-clear.ts';
import { Progress } from '../../ui/states.tsx';
import { complain, tell } from '../../ui/toasts.tsx';
import { artifactsToAttach, takeArtifacts } from '../attach.ts';
import type { Draft } from '../chat/speak.ts';
import { AttachmentChips } from './attachment-chips.tsx';
import { resolveAttachments, withArtifacts } from './attached.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import { ModelPicker, PersonaPicker } from './pickers.tsx';
import { completed, invocablesIn, suggestions, type Invocable } from './slash.ts';
import { uploadFile } from './uploads.ts';

/** What can be done with what was written. */
export type Sending = 'send' | 'queue' | 'steer';

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

interface Upload {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly abort: AbortController;
}

/** Nobody reads a message with more. */
const mostFiles = 50;

let uploadCount = 0;

/** Where a message is written. */
export function Composer(props: ComposerProps) {
  const { workspace, keeper, agent, customizations, placeholder, isRunning, isDisabled, extra, context } =
    props;
  const host = useHost();
  const mediumOf = useMediumOf(workspace);
  const draft = useReadable(keeper);
  const ownField = useRef<HTMLTextAreaElement>(null);
  const field = props.inputRef ?? ownField;
  const picker = useRef<HTMLInputElement>(null);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isDropping, setDropping] = useState(false);
  const [isSending, setSending] = useState(false);
  const slash = useSlashMenu(keeper, draft.text, customizations, field);

  useGrowth(field, draft.text);

  const attach = useCallback(
    (artifacts: readonly DraggedArtifact[]): void => {
      if (artifacts.length === 0) return;
      keeper.edit({ attachments: withArtifacts(keeper.getSnapshot().attachments, artifacts) });
      field.current?.focus();
    },
    [keeper, field],
  );
  const waiting = useReadable(artifactsToAttach);
  useEffect(() => {
    if (waiting.length > 0) attach(takeArtifacts());
  }, [waiting, attach]);

  const upload = (files: readonly File[]): void => {
    if (files.length > mostFiles)
      tell(`Only the first ${mostFiles} files are attached. Add the rest to the desk.`);
    for (const file of files.slice(0, mostFiles)) {
      const abort = new AbortController();
      const id = ++uploadCount;
      setUploads((now) => [...now, { id, name: file.name, size: file.size, sent: 0, abort }]);
      uploadFile(host, workspace, file, {
        signal: abort.signal,
        onProgress: (sent) =>
          setUploads((now) => now.map((other) => (other.id === id ? { ...other, sent } : other))),
      })
        .then((artifact) => attach([artifact]))
        .catch((error: unknown) => {
          if (abort.signal.aborted) return;
          const again = { label: 'Try again', run: () => upload([file]) };
          complain(`“${file.name.slice(0, 100)}” was not attached. ${asError(error).message}`, again);
        })
        .finally(() => setUploads((now) => now.filter((other) => other.id !== id)));
    }
  };

  const canSend =
    !isSending &&
    isDisabled !== true &&
    uploads.length === 0 &&
    (draft.text.trim() !== '' || draft.attachments.length > 0);
  const send = async (how: Sending): Promise<void> => {
    if (!canSend) return;
    setSending(true);
    const taken = keeper.take();
    try {
      const attachments = await resolveAttachments(host, taken.attachments, mediumOf);
      await props.onSend({ ...taken, text: taken.text.trim(), attachments }, how);
    } catch (error) {
      complain(error);
      const now = keeper.getSnapshot();
      // What has been typed since stays, after what was to be sent.
      keeper.edit({
        text: [taken.text, now.text].filter(Boolean).join('\n'),
        attachments: [...taken.attachments, ...now.attachments],
      });
    } finally {
      setSending(false);
      field.current?.focus();
    }
  };

  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    if (slash.press(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isRunning) void send('send');
    else void send(event.metaKey || event.ctrlKey ? 'steer' : 'queue');
  };
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    upload(files);
  };
  const isFor = ({ dataTransfer }: DragEvent): boolean =>
    hasArtifacts(dataTransfer) || dataTransfer.types.includes('Files');
  const drop = (event: DragEvent): void => {
    setDropping(false);
    if (!isFor(event)) return;
    event.preventDefault();
    if (hasArtifacts(event.dataTransfer)) attach(readArtifacts(event.dataTransfer));
    else upload([...event.dataTransfer.files]);
  };
  const remove = (index: number): void =>
    keeper.edit({ attachments: draft.attachments.filter((_: Attachment, other) => other !== index) });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- for the mouse alone; files are attached with a button as well
    <form
      ref={keepClear}
      className="composer"
      data-dropping={isDropping || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        void send(isRunning ? 'queue' : 'send');
      }}
      onDragOver={(event) => {
        if (!isFor(event)) return;
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDropping(false);
      }}
      onDrop={drop}
    >
      {slash.menu}
      {context}
      <AttachmentChips attachments={draft.attachments} onRemove={remove} />
      {uploads.map(({ id, name, size, sent, abort }) => (
        <div key={id} className="composer-upload">
          <span>{name}</span>
          <Progress value={sent} most={size} label={`Uploading ${name}`} />
          <Button kind="quiet" size="small" onClick={() => abort.abort(new Error('Stopped.'))}>
            Stop
          </Button>
        </div>
      ))}
      <textarea
        ref={field}
        className="composer-text scroll-area"
        aria-label="Message"
        placeholder={placeholder}
        rows={1}
        value={draft.text}
        disabled={isDisabled === true}
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
      <div className="composer-tools">
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-hidden
          tabIndex={-1}
          onChange={(event) => {
            upload([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <IconButton
          label="Attach files"
          size="small"
          icon={<Paperclip />}
          disabled={isDisabled === true}
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
        {isRunning && props.onStop && (
          <Button size="small" icon={<Square />} onClick={props.onStop}>
            Stop
          </Button>
        )}
        {isRunning && canSend && (
          <IconButton
            label="Steer now (Ctrl+Enter)"
            size="small"
            icon={<Zap />}
            onClick={() => void send('steer')}
          />
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
    </form>
  );
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

/** What a message can begin with, while its first word is being typed. */
function useSlashMenu(
  keeper: DraftKeeper,
  text: string,
  customizations: readonly Customization[] | undefined,
  field: { readonly current: HTMLTextAreaElement | null },
) {
  const id = useId();
  const [caret, setCaret] = useState(0);
  const [chosen, setChosen] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const invocables = useMemo(() => invocablesIn(customizations), [customizations]);
  const offered =
    dismissed === text ? undefined : suggestions(text, Math.min(caret, text.length), invocables);
  const list = offered !== undefined && offered.length > 0 ? offered : undefined;
  const at = list === undefined ? 0 : Math.min(chosen, list.length - 1);
  const take = (entry: Invocable): void => {
    keeper.edit({ text: completed(text, Math.min(caret, text.length), entry) });
    setChosen(0);
    field.current?.focus();
  };
  const press = (event: KeyboardEvent): boolean => {
    if (list === undefined) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const entry = list[at];
    if (step !== undefined) setChosen((at + step + list.length) % list.length);
    else if (event.key === 'Escape') setDismissed(text);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      if (entry) take(entry);
    } else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    press,
    moved: setCaret,
    wiring: {
      'aria-autocomplete': 'list' as const,
      ...(list !== undefined && { 'aria-controls': id, 'aria-activedescendant': `${id}-${at}` }),
    },
    menu: list !== undefined && (
      <div className="slash-menu scroll-area" id={id} role="listbox" aria-label="Skills and prompts">
        {list.map((entry, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus, and the keys
          <div
            key={entry.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => take(entry)}
          >
            <strong>/{entry.name}</strong>
            <span>{entry.description ?? (entry.kind === 'skill' ? 'A skill' : 'A prompt')}</span>
          </div>
        ))}
      </div>
    ),
  };
}
