import type { Artifact } from '@loggia/protocol';
import { save, saveFrom } from './save-file.ts';
import type { ShellHost } from './shell-host.ts';

/** Hands the bytes to the browser's downloads, without holding them in memory where the host can help it. */
export async function download(
  host: ShellHost,
  { id, title }: Pick<Artifact, 'id' | 'title'>,
  version?: number,
): Promise<void> {
  const path = await host.content.link(id, version).catch(() => undefined);
  if (path !== undefined) return saveFrom(`${path}${path.includes('?') ? '&' : '?'}download=1`);
  const response = await host.content.read({ artifact: id, version });
  save(title, [await response.blob()]);
}
