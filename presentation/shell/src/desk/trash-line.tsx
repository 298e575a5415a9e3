import { Trash2 } from 'lucide-react';
import { useAnswer } from '../host/use-answer.ts';
import { Button } from '../ui/button.tsx';

/** After how long artifacts in the trash are deleted for good, and the way to do that now. */
export function TrashLine({ count, onEmpty }: { readonly count: number; onEmpty(): void }) {
  const { value } = useAnswer('x-loggia/getRetention', {});
  return (
    <div className="desk-trash">
      <p>{value && value.trashDays !== 'never' && limitIn(value.trashDays)}</p>
      <Button kind="quiet" icon={<Trash2 aria-hidden />} disabled={count === 0} onClick={onEmpty}>
        Empty the trash
      </Button>
    </div>
  );
}

function limitIn(days: number): string {
  return `Artifacts are deleted for good after ${days === 1 ? 'a day' : `${days} days`} in the trash.`;
}
