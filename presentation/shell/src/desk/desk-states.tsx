import { Archive, LayoutGrid, PencilLine, Trash2, Upload } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { Empty, Skeleton } from '../ui/states.tsx';
import { cardHeight } from './artifact-grid.tsx';
import type { DeskFilter } from './desk-query.ts';

export function LoadingDesk({ layout }: { readonly layout: 'grid' | 'list' }) {
  return (
    <div className="desk-loading" data-layout={layout} role="status" aria-label="Loading">
      {Array.from({ length: layout === 'grid' ? 8 : 12 }, (_, index) => (
        <Skeleton key={index} style={{ height: layout === 'grid' ? cardHeight : 36 }} />
      ))}
    </div>
  );
}

export function EmptyDesk({
  filter,
  onUpload,
  onAll,
}: {
  readonly filter: DeskFilter;
  onUpload(): void;
  onAll(): void;
}) {
  if (filter.types.length > 0) {
    return (
      <Empty
        icon={<LayoutGrid aria-hidden />}
        title="No artifacts of this type"
        actions={<Button onClick={onAll}>Show everything</Button>}
      >
        Choose other types, or show everything.
      </Empty>
    );
  }
  switch (filter.view) {
    case 'all':
      return (
        <Empty
          icon={<LayoutGrid aria-hidden />}
          title="This desk is empty"
          actions={
            <Button kind="primary" icon={<Upload aria-hidden />} onClick={onUpload}>
              Upload files
            </Button>
          }
        >
          Drop files anywhere, paste them, choose New above, or ask for something in the conversation.
        </Empty>
      );
    case 'drafts':
      return (
        <Empty
          icon={<PencilLine aria-hidden />}
          title="No drafts"
          actions={<Button onClick={onAll}>Show everything</Button>}
        >
          Everything here is committed. Your changes become drafts until you commit them.
        </Empty>
      );
    case 'archived':
      return (
        <Empty
          icon={<Archive aria-hidden />}
          title="Nothing is archived"
          actions={<Button onClick={onAll}>Show everything</Button>}
        >
          Archived artifacts leave the desk, keep their versions and can be restored.
        </Empty>
      );
    case 'trash':
      return (
        <Empty
          icon={<Trash2 aria-hidden />}
          title="The trash is empty"
          actions={<Button onClick={onAll}>Show everything</Button>}
        >
          Deleted artifacts stay here for a while, so that you can restore them.
        </Empty>
      );
  }
}
