import { createContext, useContext, type ReactNode } from 'react';
import type { ShellHost } from './shell-host.ts';

const HostContext = createContext<ShellHost | undefined>(undefined);

export function HostProvider({ host, children }: { readonly host: ShellHost; readonly children: ReactNode }) {
  return <HostContext value={host}>{children}</HostContext>;
}

export function useHost(): ShellHost {
  const host = useContext(HostContext);
  if (host === undefined) throw new Error('There is no host around this component.');
  return host;
}
