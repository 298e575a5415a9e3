import type { ContentStore } from '../../content/content-store.ts';
import type { McpResult } from '../../handlers/handler-access.ts';
import type { ArtifactRow } from '../../store.ts';
import { largestThumbnail, longestText } from '../limits.ts';
import { csvText } from './csv-text.ts';
import { decodeText } from './decode.ts';
import { jsonText } from './json-text.ts';
import { markdownText } from './markdown-text.ts';
import { pdfText } from './pdf/pdf-text.ts';

type Content = Pick<ContentStore, 'read'>;
type Builtin = (artifact: ArtifactRow, content: Content) => Promise<McpResult>;

/** More is read than is kept: marks and quotes go. */
const readBytes = 2 * longestText;

function textBy(read: (source: string) => string): Builtin {
  return async ({ content: bytes }, content) => {
    const source = bytes === undefined ? '' : decodeText(await content.read(bytes.hash, 0, readBytes));
    const text = read(source).slice(0, longestText);
    return { structuredContent: { text }, content: [{ type: 'text', text }] };
  };
}

/** What the platform does by itself, by the keys that its definitions of types name. */
const builtins: ReadonlyMap<string, Builtin> = new Map([
  ['utf8-text', textBy((source) => source)],
  ['markdown-text', textBy(markdownText)],
  ['json-text', textBy((source) => jsonText(source, longestText))],
  ['csv-text', textBy(csvText)],
  ['pdf-text', (artifact, content) => pdfText(artifact, content)],
  /** The picture as its own thumbnail. One that is too large for a card has none. */
  [
    'itself',
    async ({ type: mimeType, content: bytes }: ArtifactRow, content: Content): Promise<McpResult> => {
      if (bytes === undefined || bytes.size > largestThumbnail) return { content: [] };
      const data = (await content.read(bytes.hash, 0, bytes.size)).toString('base64');
      return { content: [{ type: 'image', mimeType, data }] };
    },
  ],
]);

export function builtinFor(key: string): Builtin | undefined {
  return builtins.get(key);
}
