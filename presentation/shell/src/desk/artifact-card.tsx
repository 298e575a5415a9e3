import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { memo, useEffect, useState } from 'react';
import { useHost } from '../host/host-context.tsx';
import { Badge, Progress } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { bytes } from '../ui/bytes.ts';
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
  /** How many there are, as far as anybody knows; −1 where nobody does. */
  readonly count: number;
  readonly now: number;
}

const stateLabels: Readonly<Record<string, string>> = { draft: 'Draft', archived: 'Archived' };

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

/** An artifact among others: what it is, how it stands, and a glimpse of what is in it. */
export const ArtifactCard = memo(function ArtifactCard(props: ArtifactItemProps) {
  const { artifact, type, now } = props;
  const { preview, excerpt, modifiedAt } = artifact;
  const title = asName(artifact.title);
  return (
    <div className="desk-card" {...optionProps(props)}>
      <div className="desk-card-picture" aria-hidden>
        {artifact.thumbnail !== undefined ? (
          <Thumbnail artifact={artifact.id} hash={artifact.thumbnail} />
        ) : excerpt !== undefined && excerpt !== '' ? (
          <p className="desk-card-excerpt">{visibly(excerpt)}</p>
        ) : (
          <span className="desk-card-sign">
            <TypeIcon type={type} />
          </span>
        )}
      </div>
      <div className="desk-card-body">
        <div className="desk-card-head">
          <TypeIcon type={type} size="small" />
          <span className="desk-card-title" title={title}>
            {title}
          </span>
        </div>
        <div className="desk-card-preview">
          {preview?.progress ? (
            <CardProgress {...preview.progress} />
          ) : preview?.fields !== undefined && preview.fields.length > 0 ? (
            <Fields fields={preview.fields} />
          ) : (
            <span className="desk-card-text">
              {preview?.text === undefined ? sizeOf(artifact) : visibly(preview.text)}
            </span>
          )}
          <StateBadge artifact={artifact} />
        </div>
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
    </div>
  );
});

/** The same in one line. */
export const ArtifactRow = memo(function ArtifactRow(props: ArtifactItemProps) {
  const { artifact, type, now } = props;
  const { preview, excerpt, modifiedAt } = artifact;
  const title = asName(artifact.title);
  const fields = preview?.fields?.map(({ label, value, as }) => `${label} ${shown(value, as)}`).join(' · ');
  return (
    <div className="desk-row" {...optionProps(props)}>
      <TypeIcon type={type} size="small" />
      <span className="desk-row-title" title={title}>
        {title}
      </span>
      <span className="desk-row-preview" aria-hidden>
        {visibly(preview?.text ?? (fields || (excerpt ?? '')))}
      </span>
      <span className="desk-row-state">
        <StateBadge artifact={artifact} />
      </span>
      <span className="desk-row-type">{type?.label ?? artifact.type}</span>
      <span className="desk-row-size">{sizeOf(artifact)}</span>
      <time className="desk-row-when" dateTime={modifiedAt} title={exactly(modifiedAt)}>
        {ago(modifiedAt, now)}
      </time>
    </div>
  );
});

function StateBadge({ artifact: { state, deletedAt } }: { readonly artifact: ArtifactSummary }) {
  if (deletedAt !== undefined) return <Badge>In the trash</Badge>;
  const label = stateLabels[state];
  if (label === undefined) return null;
  return state === 'draft' ? <Badge tone="accent">{label}</Badge> : <Badge>{label}</Badge>;
}

function sizeOf({ content }: ArtifactSummary): string {
  return content === undefined ? '' : bytes(content.size);
}

type Field = NonNullable<NonNullable<ArtifactSummary['preview']>['fields']>[number];

function Fields({ fields }: { readonly fields: readonly Field[] }) {
  return fields.slice(0, 3).map(({ label, value, as }) => (
    <span key={label} className="desk-card-field">
      <b>{shown(value, as)}</b> {label.toLowerCase()}
    </span>
  ));
}

function shown(value: string | number, as: Field['as']): string {
  if (as === 'date') {
    const date = new Date(value);
    if (!Number.isNaN(date.getTime())) return date.toLocaleDateString();
  }
  return typeof value === 'number' ? value.toLocaleString() : visibly(value);
}

function CardProgress({ done, total }: { readonly done: number; readonly total: number }) {
  return (
    <span className="desk-card-progress">
      <Progress value={done} most={total} label={`${done} of ${total} done`} />
      <span>
        {done} of {total}
      </span>
    </span>
  );
}

/** The place is there before the picture is. */
function Thumbnail({ artifact, hash }: { readonly artifact: string; readonly hash: string }) {
  const { content } = useHost();
  const [source, setSource] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void content.thumbnail(artifact, hash).then((found) => isWanted && setSource(found));
    return () => {
      isWanted = false;
    };
  }, [content, artifact, hash]);
  return source === undefined ? null : (
    <img className="desk-card-image" src={source} alt="" draggable={false} />
  );
}
