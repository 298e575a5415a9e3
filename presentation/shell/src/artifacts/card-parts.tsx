import './card-parts.css';
import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { countedLabel, glimpseIn } from './glimpse.ts';
import { useHost } from '../host/host-context.tsx';
import { bytes } from '../ui/bytes.ts';
import { visibly } from '../ui/foreign-words.ts';
import { Badge, Progress } from '../ui/states.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { stateMarkOf } from './state-mark.ts';

interface CardPartProps {
  readonly artifact: ArtifactSummary;
  readonly type: TypeView | undefined;
}

/** A glimpse of what is in an artifact. */
export function CardPicture({ artifact, type }: CardPartProps) {
  const { excerpt } = artifact;
  return (
    <div className="desk-card-picture" aria-hidden>
      {artifact.thumbnail !== undefined ? (
        <Thumbnail artifact={artifact.id} hash={artifact.thumbnail} />
      ) : excerpt !== undefined && excerpt !== '' ? (
        <Excerpt text={excerpt} />
      ) : (
        <span className="desk-card-sign">
          <TypeIcon type={type} />
        </span>
      )}
    </div>
  );
}

/* oxlint-disable react/no-array-index-key -- rows and cells have no names of their own, and never move */
function Excerpt({ text }: { readonly text: string }) {
  const glimpse = glimpseIn(text);
  if (!glimpse) return <p className="desk-card-excerpt">{visibly(text)}</p>;
  const { titles, rows } = glimpse;
  return (
    <div className="desk-card-excerpt desk-card-rows" data-titled={titles !== undefined}>
      <table>
        {titles && (
          <thead>
            <tr>
              {titles.map((title, at) => (
                <th key={at}>{visibly(title)}</th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, at) => (
                <td key={at}>{visibly(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
/* oxlint-enable react/no-array-index-key */

/** The type's one-line summary, and the artifact's state. */
export function CardPreview({ artifact, type }: CardPartProps) {
  const { preview } = artifact;
  return (
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
      <StateBadge artifact={artifact} type={type} />
    </div>
  );
}

export function StateBadge({ artifact, type }: CardPartProps) {
  if (artifact.deletedAt !== undefined) return <Badge>In the trash</Badge>;
  const mark = stateMarkOf(artifact, type);
  if (mark === undefined) return null;
  const { label, color } = mark;
  return (
    <Badge tone={artifact.state === 'draft' ? 'accent' : undefined} color={color}>
      {visibly(label)}
    </Badge>
  );
}

export function sizeOf({ content }: ArtifactSummary): string {
  return content === undefined ? '' : bytes(content.size);
}

type Field = NonNullable<NonNullable<ArtifactSummary['preview']>['fields']>[number];

function Fields({ fields }: { readonly fields: readonly Field[] }) {
  return fields.slice(0, 3).map(({ label, value, as }, at, all) => (
    <span key={label} className="desk-card-field">
      <b>{shownValue(value, as)}</b> {countedLabel(value, label)}
      {at < Math.min(all.length, 3) - 1 && ','}
    </span>
  ));
}

export function shownValue(value: string | number, as: Field['as']): string {
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
