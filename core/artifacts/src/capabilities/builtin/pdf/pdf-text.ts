import type { ContentStore } from '../../../content/content-store.ts';
import type { McpResult } from '../../../handlers/handler-access.ts';
import type { ArtifactRow } from '../../../store.ts';
import { pdfLimits } from './limits.ts';
import { PdfReader, type Reading } from './reader.ts';

const inWords: Readonly<Record<Extract<Reading, { failure: string }>['failure'], string>> = {
  encrypted:
    "This PDF is protected by a password, so its text can't be searched. Upload it without the password.",
  damaged: 'This PDF is damaged. Open it with another program, save a new copy and upload that.',
  slow: `Reading this PDF took longer than ${pdfLimits.timeMs / 1000} seconds. Split it, or save it in a simpler form.`,
  large: 'Reading this PDF took too much memory. Split it, or save it in a simpler form.',
  ended: 'The PDF reader stopped before it was done. Try again.',
};

/** Some programs write a few bytes of their own before the header. */
const markWithin = 1024;

/** Shared by all workspaces, so that one file is read at a time. */
const shared = new PdfReader();

function failed(text: string): McpResult {
  return { isError: true, content: [{ type: 'text', text }] };
}

/** The words of a PDF; empty if it contains only images of them. */
export async function pdfText(
  { content: bytes }: Pick<ArtifactRow, 'content'>,
  content: Pick<ContentStore, 'read'>,
  reader: Pick<PdfReader, 'read'> = shared,
): Promise<McpResult> {
  if (bytes === undefined || bytes.size === 0) return said('');
  const { hash, size } = bytes;
  const start = await content.read(hash, 0, markWithin);
  if (!start.includes('%PDF-')) return failed("This isn't a PDF. Set its actual type, or upload a PDF.");
  if (size > pdfLimits.bytes) {
    const [has, most] = [size, pdfLimits.bytes].map((count) => Math.ceil(count / 1024 / 1024));
    return failed(`This PDF has ${has} MB, but text is only read from up to ${most} MB. Split it.`);
  }
  const reading = await reader.read(() => content.read(hash, 0, size));
  return 'text' in reading ? said(reading.text) : failed(inWords[reading.failure]);
}

function said(text: string): McpResult {
  return { structuredContent: { text }, content: [{ type: 'text', text }] };
}
