import { openLocalFile, type LocalFile } from '../../files/local-file.ts';
import { uploadContent, type Content } from '../../host/transfer.ts';
import { printableLine } from '../../output/printable.ts';
import { progressOf } from '../../output/progress.ts';
import type { Visit } from '../visit.ts';

/** Streams the file, or what is piped in, to the host, however large it is. */
export async function contentFromFile(
  { link, world }: Visit,
  typed: string,
): Promise<{ readonly file: LocalFile; readonly content: Content }> {
  const file = await openLocalFile(typed, world);
  const progress = progressOf(world, `Sending ${printableLine(file.name ?? 'the input')}`, file.size);
  try {
    const content = await uploadContent(link.address, {
      bytes: file.bytes,
      size: file.size,
      signal: world.interrupted,
      sent: (bytes) => progress.at(bytes),
    });
    return { file, content };
  } finally {
    file.bytes.destroy();
    progress.end();
  }
}
