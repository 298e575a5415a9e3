import { artifactOfLink, type ToolContent } from '@loggia/protocol';
import { Download, ExternalLink, FileText } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { bytesOf, isKept } from '../../host/kept-content.ts';
import { useMediumOf } from '../../host/medium.ts';
import { ArtifactLink } from '../../links/artifact-link.tsx';
import { Button } from '../../ui/button.tsx';
import { bytes as sizeOf } from '../../ui/bytes.ts';
import { save } from '../../host/save-file.ts';
import { useScene } from '../chat/scene.tsx';
import { pageAddress } from '../forms/form-model.ts';
import { CommandOutput } from './command-output.tsx';
import { FileEdits } from './file-edits.tsx';
import { FoldedText } from './folded-text.tsx';
import { KeptResult } from './kept-result.tsx';
import { OpenedChat } from './opened-chat.tsx';

interface LinkedProps {
  readonly uri: string;
  readonly size: number | undefined;
  /** The name of the tool, or of what else gave it. */
  readonly name: string;
}

/** One block of what a tool answered. */
export function ResultContent({ content, name }: { readonly content: ToolContent; readonly name: string }) {
  switch (content.type) {
    case 'text':
      return content.text === '' ? null : <FoldedText text={content.text} label="Result" />;
    case 'embeddedResource':
      return <Embedded data={content.data} contentType={content.contentType} />;
    case 'resource':
      return <Linked uri={content.uri} size={content.sizeHint} name={name} />;
    case 'fileEdit':
      return <FileEdits edits={[content]} />;
    case 'terminal':
      return <CommandOutput content={content} />;
    case 'subagent':
      return <OpenedChat content={content} />;
    default:
      return <FoldedText text={JSON.stringify(content, undefined, 2)} label="Result" />;
  }
}

const mostAtOnce = 8;

/**
 * Pictures, audio, artifacts, commands and chats are usually the point of a call, so they are shown without unfolding.
 */
export function ShownAtOnce({
  content,
  name,
}: {
  readonly content: readonly ToolContent[];
  readonly name: string;
}) {
  const { workspace } = useScene();
  const mediumOf = useMediumOf(workspace);
  const media = content.flatMap((block, index) => {
    if (block.type !== 'embeddedResource') return [];
    const medium = mediumOf(block.contentType);
    return medium === 'image' || medium === 'audio' ? [{ block, index }] : [];
  });
  const artifacts = shownArtifacts(content);
  const commands = content.filter((block) => block.type === 'terminal');
  const chats = content.filter((block) => block.type === 'subagent');
  if (media.length + artifacts.length + commands.length + chats.length === 0) return null;
  return (
    <div className="call-media">
      {artifacts.slice(0, mostAtOnce).map((id) => (
        <ArtifactLink key={id} id={id} label="Artifact" look="card" />
      ))}
      {chats.slice(0, mostAtOnce).map((block) => (
        <OpenedChat key={block.resource} content={block} />
      ))}
      {commands.slice(0, mostAtOnce).map((block) => (
        <CommandOutput key={block.resource} content={block} />
      ))}
      {media.slice(0, mostAtOnce).map(({ block, index }) => (
        <ResultContent key={index} content={block} name={name} />
      ))}
    </div>
  );
}

/** The artifacts that a result links to, each once. */
function shownArtifacts(content: readonly ToolContent[]): readonly string[] {
  const ids = content.flatMap((block) =>
    block.type === 'resource' ? (artifactOfLink(block.uri) ?? []) : [],
  );
  return [...new Set(ids)];
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

function Linked({ uri, size, name }: LinkedProps) {
  const page = pageAddress(uri);
  if (page !== undefined) {
    return (
      <a className="call-link" href={page.href} target="_blank" rel="noopener noreferrer">
        <ExternalLink aria-hidden />
        {uri}
      </a>
    );
  }
  if (isKept(uri) || uri.startsWith('file:')) return <KeptResult uri={uri} size={size} name={name} />;
  return (
    <span className="call-link">
      <FileText aria-hidden />
      {uri}
      {size !== undefined && `, ${sizeOf(size)}`}
    </span>
  );
}
