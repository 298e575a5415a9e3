import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
import { isMovingFocus } from './focus-moves.ts';

/** A short label beside its element. It repeats what the element is called; nothing may be said only here. */
export function Tooltip({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactElement<Record<string, unknown>>;
}) {
  return (
    <Base.Root
      disableHoverablePopup
      onOpenChange={(isOpen, details) => {
        // A menu that closes gives the focus back to its button: nobody has asked what that is called.
        if (isOpen && details.reason === 'trigger-focus' && !isMovingFocus()) details.cancel();
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="menu-positioner tooltip-positioner" sideOffset={6}>
          <Base.Popup className="tooltip">{label}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

export const TooltipProvider = Base.Provider;
