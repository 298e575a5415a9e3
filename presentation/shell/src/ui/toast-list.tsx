import { Toast as Base } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { liftClear } from './keep-clear.ts';
import type { ToastMessage } from './toast-queue.ts';
import { visibly } from './foreign-words.ts';

const manager = Base.createToastManager();

function show({ text, kind, action }: ToastMessage): void {
  const failed = kind === 'failed';
  const id = manager.add({
    // Many of them name something that somebody else has named.
    description: visibly(text),
    ...(failed && { type: 'error', priority: 'high' as const }),
    timeout: failed ? 15_000 : action ? 10_000 : 5000,
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          manager.close(id);
          action.run();
        },
      },
    }),
  });
}

/** The messages themselves. `take` empties what is `said`. */
export function ToastList({
  said,
  take,
}: {
  readonly said: readonly ToastMessage[];
  take(): readonly ToastMessage[];
}) {
  useEffect(() => {
    for (const message of take()) show(message);
  }, [said, take]);
  return (
    <Base.Provider toastManager={manager} limit={4}>
      <Base.Portal>
        <Base.Viewport ref={liftClear} className="toasts">
          <Each />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function Each() {
  const { toasts } = Base.useToastManager();
  return toasts.map((toast) => (
    <Base.Root
      key={toast.id}
      toast={toast}
      className="toast"
      data-type={toast.type}
      swipeDirection="right"
      aria-label={toast.type === 'error' ? 'Problem' : 'Done'}
    >
      <Base.Description className="toast-text" />
      <Base.Action className="toast-action" />
      {/* The library hides it until the pointer is near, though the keyboard reaches it at any time. */}
      <Base.Close className="toast-close" aria-label="Dismiss" aria-hidden={false}>
        <X aria-hidden />
      </Base.Close>
    </Base.Root>
  ));
}
