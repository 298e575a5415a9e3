import type { FilePart, ImagePart, TextPart, UserModelMessage } from 'ai';
import type { Guidance, HarnessAttachment, HarnessMessage, Media } from '@loggia/sessions/harness';

export interface Sight {
  readonly seesImages: boolean;
}

type Part = TextPart | ImagePart | FilePart;

/** The images that every provider takes. */
const images = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** A message of the user as the model gets it: a skill that it invoked, its words, what is attached. */
export function userMessage(
  message: HarnessMessage,
  sight: Sight,
  invoked?: Guidance['invoked'],
): UserModelMessage {
  const said = invoked ? [invoked.text, invoked.rest] : [message.text];
  const parts: Part[] = said.filter((text) => text.trim() !== '').map(textPart);
  parts.push(...(message.attachments ?? []).flatMap((attachment) => attached(attachment, sight)));
  // Providers refuse a message without anything in it.
  return { role: 'user', content: parts.length > 0 ? parts : [textPart('(nothing)')] };
}

/** The thing itself where the model can take it in, else that it was left out. */
export function mediaPart(media: Media, label: string, sight: Sight): Part {
  const { data, contentType: mediaType } = media;
  if (isShown(media, sight)) return { type: 'image', image: data, mediaType };
  if (sight.seesImages && mediaType === 'application/pdf' && isBase64(data)) {
    return { type: 'file', data, mediaType, filename: label };
  }
  return textPart(leftOut(label, mediaType));
}

export function leftOut(label: string, mediaType: string): string {
  return `[${label} (${mediaType}) is left out: this model cannot take it in.]`;
}

export function isShown({ data, contentType }: Media, { seesImages }: Sight): boolean {
  return seesImages && images.has(contentType) && isBase64(data);
}

/** Anything else would be taken for an address, and be fetched. */
function isBase64(data: string): boolean {
  return /^[A-Za-z0-9+/]+={0,2}$/.test(data);
}

function attached({ label, text, uri, media }: HarnessAttachment, sight: Sight): Part[] {
  const parts: Part[] = [];
  if (text !== undefined) parts.push(textPart(`Attached: ${label}\n\n${text}`));
  if (media) parts.push(textPart(`Attached: ${label}`), mediaPart(media, label, sight));
  if (parts.length === 0) parts.push(textPart(`Attached: ${label}${uri === undefined ? '' : ` (${uri})`}`));
  return parts;
}

function textPart(text: string): TextPart {
  return { type: 'text', text };
}
