import type { ChatState, ResponsePart } from '../channels/chat/state.ts';
import type { FileEdit } from '../common/text.ts';
import type { ToolContent } from '../channels/chat/tool-calls.ts';
import type { NamedFile } from './attached-file.ts';

/** Bytes that the host keeps with a message, by their SHA-256. Servers can't name them: only the host writes these. */
const prefix = 'x-loggia-content:/';
const excerptKey = 'loggia.excerpt';
/** In characters. */
const longestExcerpt = 20_000;

export function keptContentUri(hash: string): string {
  return `${prefix}${hash}`;
}

export function isKeptContent(uri: string): boolean {
  return uri.startsWith(prefix);
}

/** The hash of kept bytes; undefined for other addresses. */
export function keptContentOf(uri: string): string | undefined {
  const hash = isKeptContent(uri) ? uri.slice(prefix.length) : '';
  return /^[0-9a-f]{64}$/.test(hash) ? hash : undefined;
}

type Linked = Extract<ToolContent, { type: 'resource' }>;

/** The content with the beginning of the text that it stands for, so that search finds it. */
export function withExcerpt(content: Linked, text: string): Linked {
  return { ...content, _meta: { [excerptKey]: text.slice(0, longestExcerpt) } } as Linked;
}

/** The beginning of a text that was too long for the chat. */
export function excerptOf(content: ToolContent): string | undefined {
  const { _meta } = content as { readonly _meta?: Readonly<Record<string, unknown>> };
  const excerpt = _meta?.[excerptKey];
  return typeof excerpt === 'string' ? excerpt : undefined;
}

/** A part of a tool's result that was too long for the chat. */
export interface KeptResult extends NamedFile {
  readonly excerpt?: string;
}

/** The parts of results that are kept with these answers. */
export function keptResultsOf(parts: readonly ResponsePart[]): readonly KeptResult[] {
  return parts.flatMap((part) => {
    if (part.kind !== 'toolCall' || !('content' in part.toolCall)) return [];
    const { displayName: name, content = [] } = part.toolCall;
    return content.flatMap((item) => {
      if (item.type === 'fileEdit') return sidesOf(item);
      const hash = item.type === 'resource' ? keptContentOf(item.uri) : undefined;
      if (item.type !== 'resource' || hash === undefined) return [];
      const { sizeHint: size = 0, contentType } = item;
      const excerpt = excerptOf(item);
      return [
        {
          name,
          hash,
          size,
          ...(contentType !== undefined && { contentType }),
          ...(excerpt !== undefined && { excerpt }),
        },
      ];
    });
  });
}

/** Both sides of a change, where the host keeps them. */
function sidesOf({ before, after }: FileEdit): readonly KeptResult[] {
  return [before, after].flatMap((side) => {
    const hash = side && keptContentOf(side.content.uri);
    if (!side || hash === undefined) return [];
    return [{ name: side.uri.slice(side.uri.lastIndexOf('/') + 1), hash, size: side.content.sizeHint ?? 0 }];
  });
}

export function keptResultsOfChat({
  turns,
  activeTurn,
}: Pick<ChatState, 'turns' | 'activeTurn'>): readonly KeptResult[] {
  const all = activeTurn ? [...turns, activeTurn] : turns;
  return all.flatMap(({ responseParts }) => keptResultsOf(responseParts));
}
