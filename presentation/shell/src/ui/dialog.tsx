import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { Button } from './button.tsx';
import { keepClear } from './keep-clear.ts';
import { asName } from './foreign-words.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** Buttons; the main one last. */
  readonly actions?: ReactNode;
  /** In pixels. */
  readonly width?: number;
  readonly initialFocus?: RefObject<HTMLElement | null>;
  onClose(): void;
}

export function Dialog({
  open,
  title,
  description,
  children,
  actions,
  width,
  initialFocus,
  onClose,
}: DialogProps) {
  const before = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="dialog-backdrop" />
        <Base.Popup
          className="dialog"
          style={width === undefined ? {} : { ['--dialog-width' as string]: `${width}px` }}
          {...(initialFocus && { initialFocus })}
          finalFocus={() =>
            // The opener may be gone by then, and the start of the page would be far from where the user was.
            before.current instanceof HTMLElement && before.current.isConnected
              ? before.current
              : document.getElementById('main')
          }
        >
          <header className="dialog-head">
            <div>
              <Base.Title className="dialog-title">{asName(title)}</Base.Title>
              {description !== undefined && (
                <Base.Description className="dialog-description">{description}</Base.Description>
              )}
            </div>
            <Base.Close render={<Button kind="quiet" size="small" icon={<X />} aria-label="Close" />} />
          </header>
          {children !== undefined && <div className="dialog-body scroll-area">{children}</div>}
          {actions !== undefined && (
            <footer ref={keepClear} className="dialog-foot">
              {actions}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
