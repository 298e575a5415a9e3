import { ContextMenu as BaseContext } from '@base-ui/react/context-menu';
import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly hint?: string;
  readonly tone?: 'danger';
  readonly disabled?: boolean;
  /** Shows whether it is chosen. */
  readonly checked?: boolean;
  run(): void;
}

export type MenuPart = MenuEntry | { readonly separator: true } | { readonly heading: string };

type Trigger = ReactElement<Record<string, unknown>>;

/** A button that opens a menu. */
export function Menu({
  trigger,
  parts,
  onOpen,
}: {
  readonly trigger: Trigger;
  readonly parts: readonly MenuPart[];
  onOpen?(): void;
}) {
  return (
    <Base.Root modal={false} onOpenChange={(isOpen) => isOpen && onOpen?.()}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="menu-positioner" sideOffset={4} align="end">
          <Base.Popup className="menu scroll-area">{parts.map(part)}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** The same menu on a right click, a long press, or the menu key. */
export function ContextMenu({
  children,
  parts,
}: {
  readonly children: Trigger;
  readonly parts: readonly MenuPart[];
}) {
  return (
    <BaseContext.Root>
      <BaseContext.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner className="menu-positioner">
          <Base.Popup className="menu scroll-area">{parts.map(part)}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </BaseContext.Root>
  );
}

function part(entry: MenuPart, index: number): ReactNode {
  if ('separator' in entry) return <Base.Separator key={index} className="menu-separator" />;
  if ('heading' in entry) {
    return (
      <div key={index} className="menu-label" role="presentation">
        {entry.heading}
      </div>
    );
  }
  const { id, label, icon, hint, tone, disabled, checked, run } = entry;
  const inside = (
    <>
      {icon}
      <span className="menu-text">{label}</span>
      {hint !== undefined && <span className="menu-hint">{hint}</span>}
      {checked === true && <Check aria-hidden />}
    </>
  );
  const common = { className: 'menu-item', 'data-tone': tone, disabled: disabled ?? false };
  return checked === undefined ? (
    <Base.Item key={id} {...common} onClick={run}>
      {inside}
    </Base.Item>
  ) : (
    <Base.CheckboxItem key={id} {...common} checked={checked} closeOnClick onCheckedChange={run}>
      {inside}
    </Base.CheckboxItem>
  );
}
