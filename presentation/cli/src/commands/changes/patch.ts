import { rootUri, type ChangesetFile } from '@loggia/protocol';
import { diffLines, hunksOf, type LineSpan } from '@loggia/protocol/changed-lines';
import type { HostLink } from '../../host/host-link.ts';
import { wordsOf } from './file-words.ts';

const signs = { same: ' ', added: '+', removed: '-' } as const;

/** A file's changes as a unified diff; undefined if it isn't text, or too long to compare. */
export async function patchOf(link: HostLink, file: ChangesetFile): Promise<string | undefined> {
  const { before, after, diff } = file.edit;
  if (diff === undefined) return undefined;
  const { paths } = wordsOf(file);
  const head = [
    `--- ${before ? (paths.at(-1) ?? '') : '/dev/null'}`,
    `+++ ${after ? (paths[0] ?? '') : '/dev/null'}`,
  ];
  const [old, young] = [await textAt(link, before?.content.uri), await textAt(link, after?.content.uri)];
  const hunks = hunksOf(diffLines(old, young)).flatMap((hunk) =>
    'skipped' in hunk
      ? []
      : [
          `@@ -${spanOf(hunk.before)} +${spanOf(hunk.after)} @@`,
          ...hunk.lines.map(({ kind, text }) => signs[kind] + text),
        ],
  );
  return `${[...head, ...hunks].join('\n')}\n`;
}

/** As unified diffs count: from 1, and an empty place is named by the line before it. */
function spanOf({ start, end }: LineSpan): string {
  const count = end - start;
  return `${count === 0 ? start : start + 1},${count}`;
}

async function textAt({ client }: HostLink, uri: string | undefined): Promise<string> {
  if (uri === undefined) return '';
  const { data } = await client.request('resourceRead', { channel: rootUri, uri, encoding: 'base64' });
  return Buffer.from(data, 'base64').toString();
}
