import type { ShellHost } from '../host/shell-host.ts';
import { tell } from '../ui/toasts.tsx';
import { mostFiles, type Found } from './dropped-files.ts';
import { fileNameOf, titleOf } from './file-title.ts';
import { UploadQueue } from './upload-queue.ts';

const queues = new WeakMap<ShellHost, UploadQueue>();

/** What is on its way to a host. It goes on while somebody looks at something else. */
export function uploadsTo(host: ShellHost): UploadQueue {
  const known = queues.get(host);
  if (known) return known;
  const queue = new UploadQueue({
    send: (file, options) => host.content.upload(file, options),
    save: async ({ workspace, name, hash, signal }) => {
      const { artifact } = await host.ask(
        'x-loggia/createArtifact',
        { workspace, title: titleOf(name), fileName: fileNameOf(name), content: { hash } },
        { signal },
      );
      return artifact.id;
    },
  });
  queues.set(host, queue);
  return queue;
}

export function upload(host: ShellHost, workspace: string, { files, isCut, unreadable }: Found): void {
  uploadsTo(host).add(workspace, files);
  if (isCut) tell(`Only the first ${mostFiles} files are taken. Add the rest afterwards.`);
  const [first] = unreadable;
  if (first !== undefined) {
    const others = unreadable.length === 1 ? '' : ` and ${unreadable.length - 1} more`;
    tell(`“${first}”${others} could not be read. Check that the files are still there.`);
  }
}
