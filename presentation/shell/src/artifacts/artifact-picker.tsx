import type { ArtifactSummary } from '@loggia/protocol';
import { useMemo, useState } from 'react';
import { useWorkspace } from '../host/use-channel.ts';
import { asName } from '../ui/foreign-words.ts';
import { Picker, type PickerOption } from '../ui/picker.tsx';
import { TypeIcon } from '../ui/type-icon.tsx';
import { lookUpTypes, type TypeLookup } from '../ui/type-lookup.ts';
import { useArtifactFacts } from './use-artifact-facts.ts';
import { useFoundArtifacts } from './use-found-artifacts.ts';

/** An artifact of the workspace, chosen by its title. The value is its id. */
export function ArtifactPicker({
  workspace,
  value,
  wiring,
  onChange,
}: {
  readonly workspace: string;
  readonly value: string;
  readonly wiring: { readonly id: string; readonly 'aria-describedby': string | undefined };
  onChange(id: string): void;
}) {
  const [query, setQuery] = useState('');
  const found = useFoundArtifacts(workspace, query);
  const chosen = useArtifactFacts(workspace, value === '' ? undefined : value);
  const types = useWorkspace(workspace)?.state?.types;
  const lookUp = useMemo(() => lookUpTypes(types ?? []), [types]);
  const options = useMemo(() => found.map((artifact) => optionFor(artifact, lookUp)), [found, lookUp]);
  const shown =
    chosen.is === 'there'
      ? optionFor(chosen.facts, lookUp)
      : value === ''
        ? undefined
        : { id: value, label: value };
  return (
    <Picker
      options={options}
      value={shown}
      placeholder="Find an artifact"
      wiring={wiring}
      onQuery={setQuery}
      onChange={(option) => onChange(option?.id ?? '')}
    />
  );
}

function optionFor({ id, title, type }: ArtifactSummary, lookUp: TypeLookup): PickerOption {
  const known = lookUp(type);
  return {
    id,
    label: asName(title),
    icon: <TypeIcon type={known} size="small" />,
    ...(known && { description: known.label }),
  };
}
