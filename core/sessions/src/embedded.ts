import type { MediumOf } from '@loggia/protocol';
import type { Media } from './equipment.ts';

/** How many images and sounds a model gets of one result, and how large each may be. */
export const mediaLimits = { items: 5, bytes: 5 * 1024 * 1024 };

/** What a model can be given. */
export interface ModelInput {
  /** What one result may cost, in tokens as they are estimated. */
  readonly tokens: number;
  readonly mediumOf: MediumOf;
}

interface Embedded {
  /** Base64. */
  readonly data: string;
  readonly contentType: string;
}

/** Providers take a type without parameters. */
const bareType = /^[\w.+-]+\/[\w.+-]+$/;

/** What a model can look at or listen to, unless it is too large or only claims to be that. */
export function mediaOf({ data, contentType }: Embedded, mediumOf: MediumOf): Media | undefined {
  const medium = bareType.test(contentType) ? mediumOf(contentType) : undefined;
  if (medium !== 'image' && medium !== 'audio') return undefined;
  if ((data.length * 3) / 4 > mediaLimits.bytes || data === '' || !isBase64(data)) return undefined;
  return { data, contentType };
}

function isBase64(data: string): boolean {
  return data.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(data);
}

/** The words in it, if it is made of words. Clients that send them as they are instead of as base64 are understood. */
export function embeddedText({ data, contentType }: Embedded, mediumOf: MediumOf): string | undefined {
  if (mediumOf(contentType) !== 'text') return undefined;
  if (!isBase64(data)) return data;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(data, 'base64'));
  } catch {
    return data;
  }
}
