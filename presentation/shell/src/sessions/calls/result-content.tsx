import type { ToolContent } from '@loggia/protocol';
import { Download, ExternalLink, FileText, MessagesSquare, SquareTerminal } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { useMediumOf } from '../../host/medium.ts';
import { Button } from '../../ui/button.tsx';
import { bytes as sizeOf } from '../../ui/bytes.ts';
import { save } from '../../host/save-file.ts';
import { attempt } from '../../ui/toast-queue.ts';
import { useScene } from '../chat/scene.tsx';
import { pageAddress } from '../forms/form-model.ts';
import { FileEdits } from './file-edits.tsx';
import { FoldedText } from './folded-text.tsx';
import { bytesOf, readBytes } from './read-resource.ts';

/** One block of what a tool answered. */
export function ResultContent({ content }: { readonly content: ToolContent }) {
  switch (content.type) {
    case 'text':
      return content.text === '' ? null : <FoldedText text={content.text} label="Result" />;
    case 'embeddedResource':
      return <Embedded data={content.data} contentType={content.contentType} />;
    case 'resource':
      return <Linked uri={content.uri} size={content.sizeHint} />;
    case 'fileEdit':
      return <FileEdits edits={[content]} />;
    case 'terminal':
      return (
        <div className="call-block">
          <span className="call-block-title">
            <SquareTerminal aria-hidden />
            {content.title}
            {content.result?.exitCode !== undefined && ` (exit code ${content.result.exitCode})`}
          </span>
          {content.result?.preview !== undefined && (
            <FoldedText text={content.result.preview} label="Output of the terminal" />
          )}
          {content.result?.truncated === true && <p className="call-cut">The output is truncated.</p>}
        </div>
      );
    case 'subagent':
      return <Subagent content={content} />;
    default:
      return <FoldedText text={JSON.stringify(content, undefined, 2)} label="Result" />;
  }
}

function Subagent({ content }: { readonly content: Extract<ToolContent, { type: 'subagent' }> }) {
  const { openChat } = useScene();
  return (
    <div className="call-block">
      <Button size="small" icon={<MessagesSquare />} onClick={() => openChat(content.resource)}>
        {content.title || content.agentName || 'Open its chat'}
      </Button>
      {content.description !== undefined && <p>{content.description}</p>}
    </div>
  );
}

function Embedded({ data, contentType }: { readonly data: string; readonly contentType: string }) {
  const { workspace } = useScene();
  const medium = useMediumOf(workspace)(contentType);
  const bytes = useMemo(() => {
    try {
      return bytesOf(data);
    } catch {
      return undefined;
    }
  }, [data]);
  const url = useObjectUrl(medium === 'image' || medium === 'audio' ? bytes : undefined, contentType);
  if (bytes === undefined) return <FoldedText text={data} label="Result" />;
  if (medium === 'image') {
    return url === undefined ? null : <img className="call-image" src={url} alt="Shown by the tool" />;
  }
  if (medium === 'audio') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- sounds of tools come without
    return url === undefined ? null : <audio controls src={url} aria-label="Audio result" />;
  }
  if (medium === 'text') return <FoldedText text={new TextDecoder().decode(bytes)} label="Result" />;
  return (
    <Button size="small" icon={<Download />} onClick={() => save('result', [bytes])}>
      Download ({contentType || 'data'}, {sizeOf(bytes.length)})
    </Button>
  );
}

/** An address of the bytes for as long as they are on screen. */
function useObjectUrl(bytes: Uint8Array<ArrayBuffer> | undefined, type: string): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (bytes === undefined) return undefined;
    const made = URL.createObjectURL(new Blob([bytes], { type }));
    // oxlint-disable-next-line react/set-state-in-effect -- it has to be taken back, so it cannot be made while drawing
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, type]);
  return url;
}

function Linked({ uri, size }: { readonly uri: string; readonly size: number | undefined }) {
  const host = useHost();
  const [text, setText] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const page = pageAddress(uri);
  if (page !== undefined) {
    return (
      <a className="call-link" href={page.href} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        {uri}
      </a>
    );
  }
  const name = uri.split('/').at(-1) || 'result';
  const much = size === undefined ? '' : `, ${sizeOf(size)}`;
  if (!uri.startsWith('file:')) {
    return (
      <span className="call-link">
        <FileText aria-hidden />
        {uri}
        {much}
      </span>
    );
  }
  const load = (use: (bytes: Uint8Array<ArrayBuffer>) => void): void => {
    setBusy(true);
    attempt(
      readBytes(host, uri)
        .then(({ bytes }) => use(bytes))
        .finally(() => setBusy(false)),
    );
  };
  return (
    <div className="call-block">
      <p className="call-cut">
        This part of the result is too long to show here{much}. It is kept whole, beside the chat.
      </p>
      <div className="call-actions">
        {text === undefined && (
          <Button
            size="small"
            icon={<FileText />}
            disabled={isBusy}
            onClick={() => load((bytes) => setText(new TextDecoder().decode(bytes)))}
          >
            {isBusy ? 'Loading…' : 'Show it'}
          </Button>
        )}
        <Button
          size="small"
          icon={<Download />}
          disabled={isBusy}
          onClick={() => load((bytes) => save(name, [bytes]))}
        >
          Download
        </Button>
      </div>
      {text !== undefined && <FoldedText text={text} label="The whole result" />}
    </div>
  );
}
