import type { TypeView } from '@loggia/protocol';
import {
  Archive,
  BookOpen,
  Braces,
  Calendar,
  ChartLine,
  Code,
  Database,
  File,
  FileText,
  Film,
  Globe,
  Image,
  Mail,
  MapPin,
  Music,
  Plug,
  SquareKanban,
  StickyNote,
  Table2,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { createElement, type ReactNode } from 'react';
import { isRasterAddress } from './inert-formats.ts';
import { colorOf } from './type-lookup.ts';

/** The words by which a definition may name an icon; any sign or small picture does as well. */
const named: ReadonlyMap<string, LucideIcon> = new Map([
  ['archive', Archive],
  ['book', BookOpen],
  ['braces', Braces],
  ['calendar', Calendar],
  ['chart', ChartLine],
  ['code', Code],
  ['database', Database],
  ['file', File],
  ['file-text', FileText],
  ['film', Film],
  ['globe', Globe],
  ['image', Image],
  ['kanban', SquareKanban],
  ['mail', Mail],
  ['map', MapPin],
  ['music', Music],
  ['note', StickyNote],
  ['people', Users],
  ['plug', Plug],
  ['table', Table2],
]);

/** The icon from the type's definition: a word, a sign, or a small picture; a sheet of paper otherwise. */
export function TypeIcon({
  type,
  size,
}: {
  readonly type: Pick<TypeView, 'icon' | 'color' | 'label'> | undefined;
  readonly size?: 'small';
}) {
  const color = colorOf(type?.color);
  return (
    <span
      className="type-icon"
      data-size={size}
      aria-hidden
      style={color === undefined ? {} : { ['--type-color' as string]: color }}
    >
      <Picture icon={type?.icon} />
    </span>
  );
}

function Picture({ icon = '' }: { readonly icon: string | undefined }) {
  return <DeclaredIcon icon={icon} fallback={<File />} />;
}

/** An icon as definitions name it: a word that we know, a sign, or a small picture. */
export function DeclaredIcon({ icon, fallback }: { readonly icon: string; readonly fallback: ReactNode }) {
  if (isRasterAddress(icon)) return <img className="declared-icon" src={icon} alt="" />;
  const known = named.get(icon);
  if (known) return createElement(known);
  // Any other word would be a key of an icon set that we don't have.
  const isSign = icon !== '' && !/^[\w-]{3,}$/.test(icon);
  return isSign ? <span className="declared-icon">{icon.slice(0, 8)}</span> : fallback;
}
