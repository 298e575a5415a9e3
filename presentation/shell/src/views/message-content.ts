import type { Attachment } from '@loggia/protocol';

type Json = Readonly<Record<string, unknown>>;

/** A View's content in the conversation's own form. */
export interface Given {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

const mostBlocks = 100;

/** The blocks of a View's content: one block, as in the specification, or a list, as its libraries send it. */
export function blocksOf(content: unknown): readonly Json[] | undefined {
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [content];
  return blocks.length <= mostBlocks && blocks.every(isBlock) ? blocks : undefined;
}

/** Converts content blocks: text is joined, and the rest becomes attachments. Unknown kinds are left out. */
export function givenBy(blocks: readonly Json[]): Given {
  const texts = blocks.flatMap((block) =>
    block['type'] === 'text' && typeof block['text'] === 'string' ? [block['text']] : [],
  );
  return { text: texts.join('\n\n'), attachments: blocks.flatMap(attachmentOf) };
}

function attachmentOf(block: Json): readonly Attachment[] {
  const { type, data, mimeType, uri, name, title, resource } = block;
  if ((type === 'image' || type === 'audio') && typeof data === 'string' && typeof mimeType === 'string')
    return [
      { type: 'embeddedResource', label: type === 'image' ? 'Image' : 'Audio', data, contentType: mimeType },
    ];
  if (type === 'resource_link' && typeof uri === 'string') {
    const names = [title, name].filter((text) => typeof text === 'string');
    return [{ type: 'resource', label: (names.find(Boolean) ?? uri).slice(0, 200), uri }];
  }
  if (type !== 'resource' || !isBlockLike(resource)) return [];
  const label = typeof resource['uri'] === 'string' ? resource['uri'].slice(0, 200) : 'Resource';
  if (typeof resource['text'] === 'string')
    return [{ type: 'simple', label, modelRepresentation: resource['text'] }];
  if (typeof resource['blob'] !== 'string') return [];
  const contentType = typeof resource['mimeType'] === 'string' ? resource['mimeType'] : '';
  return [{ type: 'embeddedResource', label, data: resource['blob'], contentType }];
}

function isBlock(value: unknown): value is Json {
  return isBlockLike(value) && typeof value['type'] === 'string';
}

function isBlockLike(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
