import { savedBlobType } from '../ui/inert-formats.ts';
import type { SavedFile } from './answers.ts';

/** Opens a new tab without access to this one. */
export function openPage(href: string): void {
  click({ href, target: '_blank', rel: 'noopener noreferrer' });
}

export function saveFile({ name, content, contentType }: SavedFile): void {
  const href = URL.createObjectURL(new Blob([content], { type: savedBlobType(contentType) }));
  click({ href, download: name });
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

function click(properties: Partial<HTMLAnchorElement>): void {
  Object.assign(document.createElement('a'), properties).click();
}
