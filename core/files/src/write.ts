import { constants, type BigIntStats } from 'node:fs';
import type { HeldDirectory } from '@loggia/access';
import { ProtocolError, type Params, type Result } from '@loggia/protocol';
import { writeAll } from './bytes.ts';
import { decodeContent } from './content.ts';
import type { ResourceContext } from './context.ts';
import { etagOf, lookAt, requireFile, withFile, withParent } from './entries.ts';
import { onBehalfOf } from './errors.ts';
import { createFile, replaceFile, type Splice } from './replace-file.ts';

type Write = Params<'resourceWrite'>;

function requireMatch(old: BigIntStats | undefined, ifMatch: string | undefined): void {
  if (ifMatch === undefined || (old && etagOf(old) === ifMatch)) return;
  const what = old ? 'The file has changed since' : "The file is gone, so it can't match";
  throw new ProtocolError(
    'Conflict',
    `${what} the etag in "ifMatch". Resolve and read it again, then repeat the change.`,
  );
}

/**
 * `append` counts its position back from the end, the others from the start. A position beyond the other end means that
 * end.
 */
function spliceOf({ mode = 'truncate', position: wanted = 0 }: Write, size: number): Splice {
  const position = Math.min(wanted, size);
  if (mode === 'truncate') return { head: position, tail: size };
  const at = mode === 'append' ? size - position : position;
  return { head: at, tail: at };
}

/**
 * In place, unlike everything else: other programs that append to the same file, such as a log, must not lose a line.
 * If the disk becomes full halfway, the written part is removed, unless another program has written after it.
 */
function appendToFile(entry: string, bytes: Buffer, ifMatch: string | undefined): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
  return withFile(entry, flags, async (handle, old) => {
    requireMatch(old, ifMatch);
    let written = 0;
    try {
      await writeAll(handle, bytes, (count) => (written = count));
    } catch (error) {
      const { size } = await handle.stat();
      if (size === Number(old.size) + written) await handle.truncate(Number(old.size));
      throw error;
    }
    await handle.sync();
  });
}

async function write(held: HeldDirectory, name: string, params: Write, bytes: Buffer): Promise<void> {
  const old = await lookAt(held.at(name));
  if (params.createOnly && old) {
    throw new ProtocolError(
      'AlreadyExists',
      `${JSON.stringify(params.uri)} is already there. Choose another name.`,
    );
  }
  if (old) requireFile(old);
  requireMatch(old, params.ifMatch);
  const splice = spliceOf(params, Number(old?.size ?? 0));
  if (params.createOnly) return createFile(held, name, bytes);
  if (params.mode === 'append' && !params.position) return appendToFile(held.at(name), bytes, params.ifMatch);
  return replaceFile(held, name, old, bytes, splice);
}

export function writeResource(
  params: Params<'resourceWrite'>,
  { roots, locks }: ResourceContext,
): Promise<Result<'resourceWrite'>> {
  return onBehalfOf(params.uri, async () => {
    const bytes = decodeContent(params.data, params.encoding);
    const file = await roots.confine(params.uri, 'write');
    await locks.hold([file], () => withParent(file, (held, name) => write(held, name, params, bytes)));
    return {};
  });
}
