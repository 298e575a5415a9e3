import { Disconnected, RequestTimedOut } from '@loggia/client';
import type { ShellHost } from '../host/shell-host.ts';
import { tell } from '../ui/toast-queue.ts';
import { mostFiles, type Found } from './dropped-files.ts';
import { fileNameOf, titleOf } from './file-title.ts';
import { UploadQueue } from './upload-queue.ts';

const unanswered = 'The host didn’t confirm the upload. Try again: the file won’t be added twice.';

const queues = new WeakMap<ShellHost, UploadQueue>();

/** The running uploads to a host. They continue while the user does something else. */
export function uploadsTo(host: ShellHost): UploadQueue {
  const known = queues.get(host);
  if (known) return known;
  const queue = new UploadQueue({
    send: (file, options) => host.content.upload(file, options),
    save: async ({ workspace, name, hash, signal, isRepeated }) => {
      const title = titleOf(name);
      const made = isRepeated ? await find(host, { workspace, title, hash }) : undefined;
      if (made !== undefined) return made;
      const wanted = { workspace, title, fileName: fileNameOf(name), content: { hash } };
      try {
        const { artifact } = await host.ask('x-loggia/createArtifact', wanted, { signal });
        return artifact.id;
      } catch (error) {
        if (error instanceof Disconnected || error instanceof RequestTimedOut)
          throw new Error(unanswered, { cause: error });
        throw error;
      }
    },
  });
  queues.set(host, queue);
  return queue;
}

/** Made a moment ago, if it was made: only the answer was lost then. */
async function find(
  host: ShellHost,
  { workspace, title, hash }: { readonly workspace: string; readonly title: string; readonly hash: string },
): Promise<string | undefined> {
  const newest = { workspace, order: 'created', limit: 500 } as const;
  const { artifacts } = await host.ask('x-loggia/listArtifacts', newest);
  return artifacts.find((other) => other.title === title && other.content?.hash === hash)?.id;
}

export function upload(host: ShellHost, workspace: string, { files, isCut, unreadable }: Found): void {
  uploadsTo(host).add(workspace, files);
  if (isCut) tell(`Only the first ${mostFiles} files are added. Add the rest afterwards.`);
  const [first] = unreadable;
  if (first !== undefined) {
    const others = unreadable.length === 1 ? '' : ` and ${unreadable.length - 1} more`;
    tell(`“${first}”${others} could not be read. Check that the files are still there.`);
  }
}
