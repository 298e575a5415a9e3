import type { ContentStore } from '../../content/content-store.ts';
import type { McpResult } from '../../handlers/handler-access.ts';
import type { ArtifactRow } from '../../store.ts';
import { largestThumbnail, longestText } from '../limits.ts';
import { csvGlimpse } from './csv-glimpse.ts';
import { csvText } from './csv-text.ts';
import { decodeText } from './decode.ts';
import { jsonGlimpse } from './json-glimpse.ts';
import { jsonText } from './json-text.ts';
import { markdownText } from './markdown-text.ts';
import { pdfText } from './pdf/pdf-text.ts';

type Content = Pick<ContentStore, 'read'>;
/** The part of an artifact that built-ins look at. */
type Subject = Pick<ArtifactRow, 'type' | 'content'>;
type Builtin = (artifact: Subject, content: Content) => Promise<McpResult>;

/** Read more than is kept, since markup is removed. */
const readBytes = 2 * longestText;

function textBy(read: (source: string) => string): Builtin {
  return async ({ content: bytes }, content) => {
    const source = bytes === undefined ? '' : decodeText(await content.read(bytes.hash, 0, readBytes));
    const text = read(source).slice(0, longestText);
    return { structuredContent: { text }, content: [{ type: 'text', text }] };
  };
}

/** The platform's own capabilities, by the keys that its type definitions use. */
const builtins: ReadonlyMap<string, Builtin> = new Map([
  ['utf8-text', textBy((source) => source)],
  ['markdown-text', textBy(markdownText)],
  ['json-text', textBy((source) => jsonText(source, longestText))],
  ['csv-text', textBy(csvText)],
  ['csv-glimpse', textBy(csvGlimpse)],
  ['json-glimpse', textBy(jsonGlimpse)],
  ['pdf-text', (artifact, content) => pdfText(artifact, content)],
  /** The picture itself as its thumbnail, unless it is too large for a card. */
  [
    'itself',
    async ({ type: mimeType, content: bytes }: Subject, content: Content): Promise<McpResult> => {
      if (bytes === undefined || bytes.size > largestThumbnail) return { content: [] };
      const data = (await content.read(bytes.hash, 0, bytes.size)).toString('base64');
      return { content: [{ type: 'image', mimeType, data }] };
    },
  ],
]);

export function builtinFor(key: string): Builtin | undefined {
  return builtins.get(key);
}
