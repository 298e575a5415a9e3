import { download } from '../host/download.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { Failure, Note } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import type { RendererProps } from './renderer.ts';

/** It could not be read: what happened, and another try. */
export function NotRead({ error, again }: { readonly error: Error; again(): void }) {
  return (
    <div className="renderer-banner">
      <Failure error={error} retry={again} />
    </div>
  );
}

type Place = Pick<RendererProps, 'artifact' | 'version'>;

/** It was read, and the browser makes nothing of it. */
export function NotKnown({ says, ...place }: Place & { readonly says: string }) {
  return (
    <div className="renderer-banner">
      <Note tone="warning" actions={<DownloadIt {...place} />}>
        {says} The file is damaged or in an unsupported format.
      </Note>
    </div>
  );
}

export function DownloadIt({ artifact, version }: Place) {
  const host = useHost();
  return (
    <Button size="small" onClick={() => attempt(download(host, artifact, version))}>
      Download it
    </Button>
  );
}
