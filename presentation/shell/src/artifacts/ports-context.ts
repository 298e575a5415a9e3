import { createContext, useContext } from 'react';
import type { ArtifactPorts } from './actions.ts';

export const ArtifactPortsContext = createContext<ArtifactPorts | undefined>(undefined);

export function useArtifactPorts(): ArtifactPorts {
  const ports = useContext(ArtifactPortsContext);
  if (!ports) throw new Error('Artifact actions are used outside of the frame.');
  return ports;
}
