import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { EllipsisVertical } from 'lucide-react';
import { memo } from 'react';
import { CardPicture, CardPreview, shownValue, sizeOf, StateBadge } from '../artifacts/card-parts.tsx';
import { Badge } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { countedLabel } from '../artifacts/glimpse.ts';
import { ago, exactly } from '../ui/when.ts';
import { colorOf } from '../ui/type-lookup.ts';
import { asName, visibly } from '../ui/foreign-words.ts';

export interface ArtifactItemProps {
  readonly artifact: ArtifactSummary;
  readonly type: TypeView | undefined;
  readonly isSelected: boolean;
  /** Whether the keyboard stands here. */
  readonly isCurrent: boolean;
  readonly isDraggable: boolean;
  readonly position: number;
  /** The number of artifacts, as far as known; −1 where unknown. */
  readonly count: number;
  readonly now: number;
}

function optionProps({
  artifact,
  type,
  isSelected,
  isCurrent,
  isDraggable,
  position,
  count,
}: ArtifactItemProps) {
  const { id, state } = artifact;
  const color = colorOf(type?.color);
  return {
    role: 'option',
    'aria-selected': isSelected,
    'aria-posinset': position + 1,
    'aria-setsize': count,
    tabIndex: isCurrent ? 0 : -1,
    draggable: isDraggable,
    'data-artifact': id,
    'data-state': state,
    style: color === undefined ? {} : { ['--type-color' as string]: color },
  } as const;
}

/** An artifact's card: its type, state, and a preview. */
export const ArtifactCard = memo(function ArtifactCard(props: ArtifactItemProps) {
  const { artifact, type, now } = props;
  const { modifiedAt } = artifact;
  const title = asName(artifact.title);
  return (
    <div className="desk-card" {...optionProps(props)}>
      <CardPicture artifact={artifact} type={type} />
      <div className="desk-card-body">
        <div className="desk-card-head">
          <TypeIcon type={type} size="small" />
          <span className="desk-card-title" title={title}>
            {title}
          </span>
        </div>
        <CardPreview artifact={artifact} type={type} />
        <div className="desk-card-foot">
          {type?.badge !== undefined ? (
            <Badge title={type.label}>{type.badge}</Badge>
          ) : (
            <span className="desk-card-type">{type?.label ?? artifact.type}</span>
          )}
          <time dateTime={modifiedAt} title={exactly(modifiedAt)}>
            {ago(modifiedAt, now)}
          </time>
        </div>
      </div>
      <CardMenu />
    </div>
  );
});

/** For a pointer: with keys, and for a screen reader, the card itself has the menu. */
function CardMenu() {
  return (
    <span className="desk-card-menu" data-card-menu aria-hidden title="Actions">
      <EllipsisVertical />
    </span>
  );
}

/** The same in one line. */
export const ArtifactRow = memo(function ArtifactRow(props: ArtifactItemProps) {
  const { artifact, type, now } = props;
  const { preview, excerpt, modifiedAt } = artifact;
  const title = asName(artifact.title);
  const fields = preview?.fields
    ?.map(({ label, value, as }) => `${shownValue(value, as)} ${countedLabel(value, label)}`)
    .join(', ');
  return (
    <div className="desk-row" {...optionProps(props)}>
      <TypeIcon type={type} size="small" />
      <span className="desk-row-title" title={title}>
        {title}
      </span>
      <span className="desk-row-preview" aria-hidden>
        {visibly(preview?.text ?? (fields || (excerpt ?? '').replaceAll(/\s+/g, ' ')))}
      </span>
      <span className="desk-row-state">
        <StateBadge artifact={artifact} type={type} />
      </span>
      <span className="desk-row-type">{type?.label ?? artifact.type}</span>
      <span className="desk-row-size">{sizeOf(artifact)}</span>
      <time className="desk-row-when" dateTime={modifiedAt} title={exactly(modifiedAt)}>
        {ago(modifiedAt, now)}
      </time>
      <CardMenu />
    </div>
  );
});
