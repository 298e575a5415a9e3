import type { Attachment } from '@loggia/protocol';
import { bytes } from '../ui/bytes.ts';
import { isRaster } from '../ui/inert-formats.ts';
import type { QuotedPart } from '../ui/quoted-parts.tsx';

/** Everything that an attachment contains, shown to the user before it is sent. */
export function shownAttachment(attachment: Attachment): QuotedPart {
  const label = attachment.label || 'Attachment';
  switch (attachment.type) {
    case 'simple': {
      const text = attachment.modelRepresentation ?? '';
      return { label, about: `text, ${sizeOf(text)}`, text };
    }
    case 'embeddedResource':
      return { label, ...embedded(attachment) };
    case 'resource':
      return { label, about: 'link', text: attachment.uri };
    default:
      return { label, about: attachment.type, text: attachment.resource };
  }
}

function embedded({ data, contentType }: { readonly data: string; readonly contentType: string }) {
  const raw = decoded(data);
  const size = bytes(raw?.length ?? data.length);
  const about = `${contentType || 'unknown type'}, ${size}`;
  // The host passes data that isn't base64 on to the agent as it is.
  if (!raw) return { about, text: data };
  if (isRaster(contentType)) return { about, image: `data:${contentType};base64,${data}` };
  const text = textIn(raw);
  return text === undefined ? { about: `${about}, can’t be shown here` } : { about, text };
}

function decoded(data: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function textIn(raw: Uint8Array<ArrayBuffer>): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(raw);
  } catch {
    return undefined;
  }
}

function sizeOf(text: string): string {
  return bytes(new TextEncoder().encode(text).length);
}
