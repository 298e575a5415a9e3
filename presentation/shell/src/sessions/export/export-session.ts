import { sessionDocument, wholeSession } from '@loggia/client';
import { save } from '../../host/save-file.ts';
import type { ShellHost } from '../../host/shell-host.ts';
import { sessionMarkdown } from './session-markdown.ts';

export type ExportFormat = 'markdown' | 'json';

/** Has the browser save a session: Markdown to read, or JSON with everything that clients can see of it. */
export async function exportSession(host: ShellHost, session: string, format: ExportFormat): Promise<void> {
  const { client } = host;
  const whole = await wholeSession(client, session);
  const name = whole.state.title || 'Session';
  if (format === 'markdown') return save(`${name}.md`, [sessionMarkdown(whole)]);
  const document = await sessionDocument(client, whole, (path) => host.content.bytesAt(path));
  save(`${name}.json`, [`${JSON.stringify(document, undefined, 2)}\n`]);
}
