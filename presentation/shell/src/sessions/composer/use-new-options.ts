import { rootUri, type AgentInfo, type ConfigState } from '@loggia/protocol';
import { useEffect, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';

/** Each belongs to the agent that it was asked of, or chosen for. */
interface Of<Value> {
  readonly provider: string | undefined;
  readonly value: Value;
}

/** The agent's own options before there is a session, as far as the host knows them, and what is chosen of them. */
export function useNewOptions(workspace: string, agent: AgentInfo | undefined) {
  const { client } = useHost();
  const provider = agent?.provider;
  const [known, setKnown] = useState<Of<ConfigState>>();
  const [picked, setPicked] = useState<Of<Readonly<Record<string, unknown>>>>();
  useEffect(() => {
    if (provider === undefined) return;
    const abort = new AbortController();
    client
      .request(
        'resolveSessionConfig',
        { channel: rootUri, provider, config: { workspace } },
        { signal: abort.signal },
      )
      .then((config) => !abort.signal.aborted && setKnown({ provider, value: config }))
      // They are shown as soon as there is a session.
      .catch(() => undefined);
    return () => abort.abort();
  }, [client, provider, workspace]);
  const config = known?.provider === provider ? known?.value : undefined;
  const chosen = picked?.provider === provider ? picked?.value : undefined;
  return {
    config: config && { ...config, values: { ...config.values, ...chosen } },
    chosen: chosen ?? {},
    choose: (name: string, value: unknown): void =>
      setPicked({ provider, value: { ...chosen, [name]: value } }),
  };
}
