import './renderers.css';
import { Download, FileQuestion } from 'lucide-react';
import { download } from '../host/download.ts';
import { useHost } from '../host/host-context.tsx';
import { Button } from '../ui/button.tsx';
import { bytes } from '../ui/bytes.ts';
import { Empty } from '../ui/states.tsx';
import { attempt } from '../ui/toast-queue.ts';
import type { RendererProps } from './renderer.ts';

/** For content without a renderer. */
export function DownloadRenderer({ artifact, version }: RendererProps) {
  const host = useHost();
  const { content, type, title } = artifact;
  return (
    <div className="renderer">
      <Empty
        icon={<FileQuestion />}
        title={title}
        actions={
          content && (
            <Button
              kind="primary"
              icon={<Download />}
              onClick={() => attempt(download(host, artifact, version))}
            >
              Download {bytes(content.size)}
            </Button>
          )
        }
      >
        {content
          ? `Files of type ${type} can’t be shown here. Download it to open it elsewhere.`
          : `This artifact is empty, and files of type ${type} can’t be opened here. Add a server that handles this type.`}
      </Empty>
    </div>
  );
}
