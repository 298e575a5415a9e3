import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { FileX } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { CardPicture, CardPreview } from '../artifacts/card-parts.tsx';
import { useArtifactPorts } from '../artifacts/ports-context.ts';
import { useArtifactFacts } from '../artifacts/use-artifact-facts.ts';
import { useWorkspace } from '../host/use-channel.ts';
import { useRoute } from '../navigation/use-route.ts';
import { asName } from '../ui/foreign-words.ts';
import { TypeIcon } from '../ui/type-icon.tsx';
import { colorOf, lookUpTypes } from '../ui/type-lookup.ts';

interface ArtifactLinkProps {
  readonly id: string;
  /** The label in the text: shown until the title is known, and if the artifact is gone. */
  readonly label: string;
  readonly look: 'card' | 'chip';
  /** Shown instead where it isn't certain that an artifact is meant, until one is found. */
  readonly unknownAs?: ReactNode;
}

/** An artifact that a text names, under the title that it has now. */
export function ArtifactLink({ id, label, look, unknownAs }: ArtifactLinkProps) {
  const { workspace = '' } = useRoute();
  const found = useArtifactFacts(workspace, id);
  const types = useWorkspace(workspace)?.state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  if (found.is !== 'there' && unknownAs !== undefined) return unknownAs;
  if (found.is === 'missing') return <Gone look={look} label={label} why="Not found" />;
  if (found.is === 'unknown') return <Pending look={look} label={label} />;
  const { facts } = found;
  if (facts.deletedAt !== undefined)
    return <Gone look={look} label={asName(facts.title)} why="In the trash" />;
  const Look = look === 'card' ? Card : Chip;
  return <Look artifact={facts} type={lookUp(facts.type)} />;
}

interface ShownArtifact {
  readonly artifact: ArtifactSummary;
  readonly type: TypeView | undefined;
}

function Card({ artifact, type }: ShownArtifact) {
  const { open } = useArtifactPorts();
  const color = colorOf(type?.color);
  return (
    <button
      type="button"
      className="link-card"
      data-artifact={artifact.id}
      style={color === undefined ? {} : { ['--type-color' as string]: color }}
      onClick={() => open(artifact)}
    >
      <CardPicture artifact={artifact} type={type} />
      <span className="link-card-body">
        <span className="link-card-title">
          <TypeIcon type={type} size="small" />
          <span>{asName(artifact.title)}</span>
        </span>
        <span className="link-card-type">{type?.label ?? artifact.type}</span>
        <CardPreview artifact={artifact} type={type} />
      </span>
    </button>
  );
}

function Chip({ artifact, type }: ShownArtifact) {
  const { open } = useArtifactPorts();
  return (
    <button
      type="button"
      className="link-chip"
      data-artifact={artifact.id}
      title={type?.label ?? artifact.type}
      onClick={() => open(artifact)}
    >
      <TypeIcon type={type} size="small" />
      <span>{asName(artifact.title)}</span>
    </button>
  );
}

/** A placeholder of the final size. */
function Pending({ look, label }: Pick<ArtifactLinkProps, 'look' | 'label'>) {
  return (
    <span className={`link-${look}`} data-pending>
      <span>{label || 'Loading…'}</span>
    </span>
  );
}

function Gone({ look, label, why }: Pick<ArtifactLinkProps, 'look' | 'label'> & { readonly why: string }) {
  return (
    <span className={`link-${look}`} data-gone>
      <FileX aria-hidden />
      <span>
        <s>{label || 'Artifact'}</s> <small>{why}</small>
      </span>
    </span>
  );
}
