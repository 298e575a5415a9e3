import { who } from '@loggia/client';
import type { Artifact, ArtifactVersion } from '@loggia/protocol';
import { ArrowLeft, GitCompare, History, RotateCcw, SquareArrowOutUpRight } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { discardDraft, restoreVersion } from '../artifacts/changes.ts';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { asError } from '../host/as-error.ts';
import { useHost } from '../host/host-context.tsx';
import { useAnswer } from '../host/use-answer.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Badge, Empty, Failure, Skeleton } from '../ui/states.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import { attempt } from '../ui/toast-queue.ts';
import { bytes } from '../ui/bytes.ts';
import { leaveDetails, showCommit } from './details-state.ts';
import { DifferenceView } from './difference-view.tsx';

/** Two versions; undefined in the second place is the draft. */
interface Comparison {
  readonly from: number;
  readonly to: number | undefined;
}

/** Everything that was ever committed of an artifact, and what is not yet. */
export function Versions({ artifact }: { readonly artifact: Artifact }) {
  const [comparing, setComparing] = useState<Comparison>();
  return comparing ? (
    <Comparing
      artifact={artifact}
      comparison={comparing}
      change={setComparing}
      back={() => setComparing(undefined)}
    />
  ) : (
    <VersionList artifact={artifact} compare={setComparing} />
  );
}

const pageSize = 50;

function useVersions(artifact: Artifact) {
  const host = useHost();
  const { id, version } = artifact;
  const [state, setState] = useState<{
    readonly versions?: readonly ArtifactVersion[];
    readonly nextCursor?: string;
    readonly error?: Error;
  }>({});
  const [isLoading, setIsLoading] = useState(false);
  const load = useCallback(
    async (cursor: string | undefined, isWanted: () => boolean): Promise<void> => {
      try {
        const page = await host.ask('x-loggia/listVersions', {
          artifact: id,
          limit: pageSize,
          ...(cursor !== undefined && { cursor }),
        });
        if (!isWanted()) return;
        setState((before) => ({
          versions: cursor === undefined ? page.versions : [...(before.versions ?? []), ...page.versions],
          ...(page.nextCursor !== undefined && { nextCursor: page.nextCursor }),
        }));
      } catch (error) {
        if (isWanted())
          setState((before) => ({
            ...before,
            error: asError(error),
          }));
      } finally {
        if (isWanted()) setIsLoading(false);
      }
    },
    [host, id],
  );
  useEffect(() => {
    let isWanted = true;
    // oxlint-disable-next-line react/set-state-in-effect -- only what the host answers is kept
    void load(undefined, () => isWanted);
    return () => void (isWanted = false);
    // A commit adds one at the top.
  }, [load, version]);
  return {
    ...state,
    isLoading,
    more: () => {
      setIsLoading(true);
      void load(state.nextCursor, () => true);
    },
    again: () => void load(undefined, () => true),
  };
}

function VersionList({
  artifact,
  compare,
}: {
  readonly artifact: Artifact;
  compare(comparison: Comparison): void;
}) {
  const ports = useArtifactPorts();
  const { host } = ports;
  const { versions, nextCursor, error, isLoading, more, again } = useVersions(artifact);
  if (error) return <Failure error={error} retry={again} />;
  if (!versions) return <Skeleton style={{ height: 180 }} />;
  const isDraft = artifact.state === 'draft';
  const open = (version: number): void => {
    leaveDetails();
    ports.open(artifact, version);
  };
  return (
    <div className="details-versions">
      {isDraft && (
        <div className="details-version" data-draft>
          <div className="details-version-text">
            <strong>Draft</strong>
            <span>
              {artifact.version === 0 ? 'Not committed yet' : `Changes since version ${artifact.version}`} ·{' '}
              {who(artifact.modifiedBy)} · <TimeAgo at={artifact.modifiedAt} />
            </span>
          </div>
          <div className="details-version-ways">
            <Button
              size="small"
              icon={<GitCompare />}
              onClick={() => compare({ from: artifact.version, to: undefined })}
            >
              Changes
            </Button>
            <Button size="small" kind="primary" onClick={() => showCommit([artifact.id])}>
              Commit…
            </Button>
            {artifact.version > 0 && (
              <Button size="small" icon={<RotateCcw />} onClick={() => attempt(discardDraft(host, artifact))}>
                Discard
              </Button>
            )}
          </div>
        </div>
      )}
      {versions.length === 0 && !isDraft && (
        <Empty icon={<History />} title="No versions yet">
          Each commit creates one.
        </Empty>
      )}
      <ol className="details-version-list">
        {versions.map((version) => (
          <li key={version.version} className="details-version">
            <div className="details-version-text">
              <strong>
                {version.message.split('\n', 1)[0]}{' '}
                {version.version === artifact.version && <Badge tone="success">newest</Badge>}
              </strong>
              <span>
                Version {version.version} · {who(version.author)} · <TimeAgo at={version.at} />
                {version.content && ` · ${bytes(version.content.size)}`}
              </span>
            </div>
            <div className="details-version-ways">
              <IconButton
                size="small"
                label={`Open version ${version.version}`}
                icon={<SquareArrowOutUpRight />}
                onClick={() => open(version.version)}
              />
              <IconButton
                size="small"
                label={`Compare version ${version.version}`}
                icon={<GitCompare />}
                onClick={() => compare({ from: version.version - 1, to: version.version })}
              />
              {(version.version !== artifact.version || isDraft) && artifact.state !== 'archived' && (
                <IconButton
                  size="small"
                  label={`Restore version ${version.version}`}
                  icon={<RotateCcw />}
                  onClick={() => attempt(restoreVersion(host, artifact, version.version))}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      {nextCursor !== undefined && (
        <Button onClick={more} disabled={isLoading}>
          {isLoading ? 'Loading…' : 'Show older versions'}
        </Button>
      )}
    </div>
  );
}

function Comparing({
  artifact,
  comparison,
  change,
  back,
}: {
  readonly artifact: Artifact;
  readonly comparison: Comparison;
  change(next: Comparison): void;
  back(): void;
}) {
  const { from, to } = comparison;
  const { value, error, isLoading, again } = useAnswer('x-loggia/diffVersions', {
    artifact: artifact.id,
    from,
    ...(to !== undefined && { to }),
  });
  const { revision } = artifact;
  useEffect(() => {
    // The draft is what is being worked on.
    if (to === undefined) again();
  }, [to, revision, again]);
  // A thousand entries are too many to choose from; the list has the rest.
  const numbers = Array.from(
    { length: Math.min(artifact.version, 1000) },
    (_, index) => artifact.version - index,
  );
  return (
    <div className="details-comparing">
      <div className="details-compare">
        <Button size="small" kind="quiet" icon={<ArrowLeft />} onClick={back}>
          Versions
        </Button>
        <label>
          From{' '}
          <select
            className="input"
            value={from}
            onChange={(event) => change({ ...comparison, from: Number(event.target.value) })}
          >
            {numbers.map((number) => (
              <option key={number} value={number}>
                Version {number}
              </option>
            ))}
            <option value={0}>Nothing</option>
          </select>
        </label>
        <label>
          to{' '}
          <select
            className="input"
            value={to ?? 'draft'}
            onChange={(event) => {
              const { value: chosen } = event.target;
              change({ from, to: chosen === 'draft' ? undefined : Number(chosen) });
            }}
          >
            <option value="draft">{artifact.state === 'draft' ? 'Draft' : 'Current'}</option>
            {numbers.map((number) => (
              <option key={number} value={number}>
                Version {number}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error ? (
        <Failure error={error} retry={again} />
      ) : value ? (
        <div aria-busy={isLoading}>
          <DifferenceView difference={value.difference} />
        </div>
      ) : (
        <Skeleton style={{ height: 240 }} />
      )}
    </div>
  );
}
