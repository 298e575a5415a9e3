import type { Attachment } from '@loggia/protocol';
import { bytesOf } from '../../host/kept-content.ts';

/** The file that an attachment contains; undefined for one that only names something, or can’t be read. */
export function fileOf(attachment: Attachment): File | undefined {
  const name = fileName(attachment.label);
  if (attachment.type === 'simple' && attachment.modelRepresentation !== undefined)
    return new File([attachment.modelRepresentation], name);
  if (attachment.type !== 'embeddedResource') return undefined;
  try {
    return new File([bytesOf(attachment.data)], name, { type: attachment.contentType });
  } catch {
    return undefined;
  }
}

/** The last part of an address says the most. */
function fileName(label: string): string {
  const last = label.split(/[?#]/)[0]?.split('/').findLast(Boolean) ?? label;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
