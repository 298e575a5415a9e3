import type { MediumOf } from '@loggia/protocol';
import type { Media } from './equipment.ts';

/** The number of images and sounds that a model gets from one result, and the size limit of each. */
export const mediaLimits = { items: 5, bytes: 5 * 1024 * 1024 };

/** Limits on tool results, and the media that the model accepts. */
export interface ModelInput {
  /** The budget for one result, in estimated tokens. */
  readonly tokens: number;
  readonly mediumOf: MediumOf;
}

interface Embedded {
  /** Base64. */
  readonly data: string;
  readonly contentType: string;
}

/** Providers accept only types without parameters. */
const bareType = /^[\w.+-]+\/[\w.+-]+$/;

/** The content as an image or sound for a model; undefined if it is too large or isn't what its type claims. */
export function mediaOf({ data, contentType }: Embedded, mediumOf: MediumOf): Media | undefined {
  const medium = bareType.test(contentType) ? mediumOf(contentType) : undefined;
  if (medium !== 'image' && medium !== 'audio') return undefined;
  if ((data.length * 3) / 4 > mediaLimits.bytes || data === '' || !isBase64(data)) return undefined;
  return { data, contentType };
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

/** The content as text, if its type is text. Some clients send plain text instead of base64; that works too. */
export function embeddedText({ data, contentType }: Embedded, mediumOf: MediumOf): string | undefined {
  if (mediumOf(contentType) !== 'text') return undefined;
  if (!isBase64(data)) return data;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
  } catch {
    return data;
  }
}
