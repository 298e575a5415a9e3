import type { Artifact } from '@loggia/protocol';
import type { ShellHost } from '../host/shell-host.ts';

/** The bytes of an artifact as the host sends them. Rejects with what the host says where it sends none. */
export async function fetchContent(
  host: ShellHost,
  { artifact, version }: { readonly artifact: string; readonly version?: number | undefined },
  init: RequestInit = {},
): Promise<Response> {
  const query = version === undefined ? '' : `?version=${version}`;
  const response = await host.fetch(`/api/artifacts/${artifact}/content${query}`, init);
  if (response.ok) return response;
  const body = (await response.json().catch(() => undefined)) as
    | { readonly error?: { readonly message?: string } }
    | undefined;
  throw new Error(body?.error?.message ?? `The host answered with ${response.status}. Try again.`);
}

export interface ReadText {
  readonly text: string;
  readonly hash: string | undefined;
  readonly revision: number;
  /** Every byte is in the text; false where some were no UTF-8, and saving it would lose them. */
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
    const response = await fetchContent(host, { artifact: id, version }, abort);
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

/** Hands the bytes to the browser's downloads, without holding them in memory where the host can help it. */
export async function download(
  host: ShellHost,
  { id, title }: Pick<Artifact, 'id' | 'title'>,
  version?: number,
): Promise<void> {
  const path = await host.content.link(id, version).catch(() => undefined);
  if (path !== undefined) {
    follow(`${path}${path.includes('?') ? '&' : '?'}download`, '');
    return;
  }
  const response = await fetchContent(host, { artifact: id, version });
  const url = URL.createObjectURL(await response.blob());
  follow(url, title);
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function follow(href: string, name: string): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}
