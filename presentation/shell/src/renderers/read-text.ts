import type { ShellHost } from '../host/shell-host.ts';

export interface ReadText {
  readonly text: string;
  readonly hash: string | undefined;
  readonly revision: number;
  /** Whether the text holds every byte; false where some weren't UTF-8, and saving it would lose them. */
  readonly isExact: boolean;
}

/** How often an artifact may change between the reading of its facts and of its bytes. */
const tries = 4;

/** The text of an artifact, and the revision that it belongs to. */
export async function readText(
  host: ShellHost,
  { id, version }: { readonly id: string; readonly version: number | undefined },
  signal?: AbortSignal,
): Promise<ReadText> {
  const abort = signal ? { signal } : {};
  for (let attempt = 1; ; attempt += 1) {
    const params = { artifact: id, ...(version !== undefined && { version }) };
    const { artifact, version: old } = await host.ask('x-loggia/getArtifact', params, abort);
    const { content } = old ?? artifact;
    if (!content) return { text: '', hash: undefined, revision: artifact.revision, isExact: true };
    const response = await host.content.read({ artifact: id, version }, abort);
    const hash = response.headers.get('etag')?.replaceAll('"', '') ?? content.hash;
    if (hash !== content.hash && attempt < tries) continue;
    return { ...decoded(await response.arrayBuffer()), hash, revision: artifact.revision };
  }
}

function decoded(bytes: ArrayBuffer): Pick<ReadText, 'text' | 'isExact'> {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isExact: true };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), isExact: false };
  }
}
