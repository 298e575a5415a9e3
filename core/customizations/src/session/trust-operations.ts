import { ProtocolError } from '@loggia/protocol';
import type { TrustedParts } from '../decisions/trust-store.ts';
import { localPath, sourceUri } from './folders.ts';
import type { OperationPorts } from './operation-ports.ts';
import { addedServer } from './plan.ts';
import { readAtHand } from './plugin-reading.ts';
import { previewPlan } from './preview.ts';
import { partsFrom, reviewOf } from './review.ts';
import type { TrustOperations } from './service.ts';

const unreviewed =
  'Trust is about what you have seen. Review the source first, and send the fingerprint of the review.';
export const changedMeanwhile =
  'It has changed since you reviewed it, so nothing was decided. Review it again, then decide.';

export function createTrustOperations(operationPorts: OperationPorts): TrustOperations {
  const { services, plan, refreshAll } = operationPorts;

  /** The current contents of a source, for sessions that use it now or may use it next. */
  async function partsOf(uri: string): Promise<TrustedParts> {
    const inUse = await operationPorts.entries();
    const added = services.plugins.withSource(uri);
    if (added) return partsFrom(uri, [...inUse, (await readAtHand(services, added)).entry]);
    const folder = localPath(uri);
    const requested = {
      added: { workspace: undefined },
      workingDirectories: [uri],
      plugins: folder === undefined ? [] : [folder],
      clients: [],
    };
    const onDisk = folder === undefined ? [] : await previewPlan(services, requested);
    return partsFrom(uri, [...inUse, ...onDisk]);
  }

  return {
    async reviewTrust({ source }) {
      const uri = uriOfSource(source);
      return { review: reviewOf(uri, await partsOf(uri), services.trust) };
    },

    async setTrust({ source, decision, fingerprint }) {
      const uri = uriOfSource(source);
      await plan(undefined);
      if (decision === 'trusted') {
        if (fingerprint === undefined) throw new ProtocolError('InvalidParams', unreviewed);
        const parts = await partsOf(uri);
        if (reviewOf(uri, parts, services.trust).fingerprint !== fingerprint)
          throw new ProtocolError('Conflict', changedMeanwhile);
        services.trust.trust(uri, parts);
      } else if (decision === 'denied') services.trust.deny(uri);
      else services.trust.forget(uri);
      refreshAll();
      return {};
    },

    async listTrust() {
      await plan(undefined);
      const names = new Map(services.added.list().map((server) => [addedServer(server).uri, server.name]));
      const sources = services.trust.list().map((decided) => {
        const plugin = services.plugins.withSource(decided.source);
        const name = names.get(decided.source) ?? (plugin?.folder || undefined);
        return { ...decided, ...(name !== undefined && { name }) };
      });
      return { sources };
    },
  };
}

function uriOfSource(source: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(source)) return sourceUri(source);
  const message = `${JSON.stringify(source)} isn't a URI. Write a folder as "file:///…", or a plugin as its client does.`;
  throw new ProtocolError('InvalidParams', message);
}
