import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import { placeFor, saveFile } from '../../files/save-file.ts';
import { downloadContent } from '../../host/transfer.ts';
import { sizeWords } from '../../output/byte-size.ts';
import { printableLine } from '../../output/printable.ts';
import { PrintableStream } from '../../output/printable-stream.ts';
import { progressOf } from '../../output/progress.ts';
import type { World } from '../../world.ts';
import { visitHost } from '../visit.ts';
import { workspaceOption } from '../workspaces/find-workspace.ts';
import { findArtifact } from './find-artifacts.ts';
import { versionOption } from './version-option.ts';

export const catArtifact = defineCommand({
  path: ['artifacts', 'cat'],
  says: 'Write the content of an artifact to standard output, or to a file.',
  takes: ['ARTIFACT'],
  options: {
    ...versionOption,
    output: {
      kind: 'text',
      value: 'FILE',
      says: 'Write to this file, or into this folder under the title',
      example: '--output report.pdf',
    },
    force: { kind: 'switch', says: 'Overwrite an existing file' },
    ...workspaceOption,
  },
  examples: [
    ['loggia artifacts cat Notes', 'To read'],
    ['loggia artifacts cat Report --version 2 --output .', 'An old version, into this folder'],
  ],
  async run(given, world) {
    const { version, output, force, workspace } = given.options;
    if (given.json && output === undefined) {
      throw wrongUsage(
        'This command prints the content itself. With --json, add --output to say where to write it.',
      );
    }
    return visitHost(given, world, async ({ link, printer }) => {
      const { id, title } = await findArtifact(link, given.words[0] ?? '', { workspace, among: 'kept' });
      const existing = force ? 'replace' : 'keep';
      const file = output === undefined ? undefined : await placeFor({ output, title, existing }, world);
      const { bytes, size } = await downloadContent(link.address, id, version, world.interrupted);
      if (file === undefined) {
        await (world.out.isTerminal ? shown(bytes, title, world) : passedOn(bytes, world));
        return 'done';
      }
      const progress = progressOf(world, `Fetching ${printableLine(title)}`, size);
      const written = await saveFile(
        file,
        existing,
        counted(bytes, (total) => progress.at(total)),
      ).finally(() => progress.end());
      printer.document({ artifact: id, file, size: written });
      printer.sentence(`Wrote ${file} (${sizeWords(written)}).`);
      return 'done';
    });
  },
});

async function passedOn(bytes: AsyncIterable<Uint8Array>, world: World): Promise<void> {
  for await (const chunk of bytes) if (!(await world.writeBytes(chunk))) return;
}

/** A terminal obeys control sequences, and nothing in an artifact may reach it as one. */
async function shown(bytes: AsyncIterable<Uint8Array>, title: string, world: World): Promise<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const printable = new PrintableStream();
  let last = '';
  const print = (text: string): Promise<boolean> => {
    last = text.at(-1) ?? last;
    return world.writeBytes(Buffer.from(text));
  };
  try {
    for await (const chunk of bytes) {
      if (chunk.includes(0)) throw new TypeError('Text never contains NUL.');
      if (!(await print(printable.push(decoder.decode(chunk, { stream: true }))))) return;
    }
    await print(printable.push(decoder.decode()) + printable.end());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandFailed(
      'failed',
      `"${printableLine(title)}" is not text that a terminal can show. Write it to a file with --output.`,
      { cause: error },
    );
  }
  if (last !== '' && last !== '\n') world.out.write('\n');
}

async function* counted(
  bytes: AsyncIterable<Uint8Array>,
  tell: (total: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  let total = 0;
  for await (const chunk of bytes) {
    total += chunk.byteLength;
    tell(total);
    yield chunk;
  }
}
