import { isKeptContent, type MediumOf, type ServerBlock } from '@loggia/protocol';

type Json = Readonly<Record<string, unknown>>;

/**
 * A block of a result without its text or bytes. Undefined for one that clients put together from its content alone:
 * text, pictures and sounds, resources and links without anything beyond their usual fields.
 */
export function blockBeyond(block: unknown, mediumOf: MediumOf): ServerBlock | undefined {
  const shape = shapeOf(block);
  return isPlain(shape, mediumOf) ? undefined : shape;
}

/** The same for a block whose content is stored elsewhere, which tells nothing about it. */
export function shapeOf(block: unknown): ServerBlock {
  if (!isObject(block)) return { at: 'json', block: {} };
  const { type, text, data, resource } = block;
  if (type === 'text' && typeof text === 'string') return { at: 'text', block: without(block, 'text') };
  if ((type === 'image' || type === 'audio') && typeof data === 'string')
    return { at: 'data', block: without(block, 'data') };
  if (type === 'resource' && isObject(resource)) {
    for (const name of ['text', 'blob'] as const)
      if (typeof resource[name] === 'string')
        return { at: `resource.${name}`, block: { ...block, resource: without(resource, name) } };
  }
  const { uri } = block;
  // A link to bytes that the host keeps is shown as text.
  if (type === 'resource_link' && typeof uri === 'string' && !isKeptContent(uri))
    return { at: 'none', block };
  return { at: 'json', block: {} };
}

function isPlain({ at, block }: ServerBlock, mediumOf: MediumOf): boolean {
  const { type, mimeType, uri, name } = block;
  const medium = (said: unknown) => (typeof said === 'string' ? mediumOf(said) : undefined);
  switch (at) {
    case 'text':
      return hasOnly(block, ['type']);
    case 'data':
      return hasOnly(block, ['type', 'mimeType']) && medium(mimeType) === type;
    case 'resource.text':
    case 'resource.blob': {
      const resource = block['resource'] as Json;
      const said = resource['mimeType'];
      const isText = at === 'resource.text';
      return (
        hasOnly(block, ['type', 'resource']) &&
        hasOnly(resource, ['uri', 'mimeType']) &&
        typeof resource['uri'] === 'string' &&
        (isText ? medium(said) === 'text' : said !== '' && medium(said) !== 'text')
      );
    }
    case 'none':
      return (
        hasOnly(block, ['type', 'uri', 'name', 'mimeType', 'size']) &&
        typeof uri === 'string' &&
        name === (uri.split('/').at(-1) || uri)
      );
    case 'json':
      return false;
  }
}

/** The fields of a result besides its content that clients can't tell from the call; undefined if there are none. */
export function fieldsBeyond(result: Json): Json | undefined {
  const { content: _, structuredContent: __, isError, _meta, ...others } = result;
  const hides = isObject(_meta) && Object.keys(_meta).some((key) => /^(?:ui(?:$|\/)|loggia[./])/.test(key));
  const fields = {
    ...others,
    ...(isError !== undefined && isError !== true && { isError }),
    ...(hides && { _meta }),
  };
  return Object.keys(fields).length > 0 ? fields : undefined;
}

function hasOnly(block: Json, names: readonly string[]): boolean {
  return Object.keys(block).every((key) => names.includes(key));
}

function without(block: Json, name: string): Json {
  return Object.fromEntries(Object.entries(block).filter(([key]) => key !== name));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
