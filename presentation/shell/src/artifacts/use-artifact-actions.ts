import { useMemo } from 'react';
import type { ShellCommand } from '../commands/command-registry.ts';
import { artifactActions, type ActionSubject, type ArtifactAction } from './actions.ts';
import { useArtifactPorts } from './ports-context.ts';

/** The actions available for the artifacts now. Keep `subject` stable between renders where the list may be long. */
export function useArtifactActions(subject: ActionSubject): readonly ArtifactAction[] {
  const ports = useArtifactPorts();
  return useMemo(() => artifactActions(subject, ports), [subject, ports]);
}

/** The same actions for the palette. `group` says whose they are, such as the selection's. */
export function actionCommands(group: string, actions: readonly ArtifactAction[]): readonly ShellCommand[] {
  return actions
    .filter(({ disabled }) => disabled !== true)
    .map(({ id, title, run }) => ({
      id: `${group.toLowerCase()}.artifact.${id}`,
      title,
      group,
      keywords: 'artifact',
      run,
    }));
}
