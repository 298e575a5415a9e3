import type { Principal, Vault, VaultStore } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { OfferedToken, TokenTaken } from '@loggia/mcp';
import { commandTable, ProtocolError } from '@loggia/protocol';
import { command, type CommandDefinition } from './table.ts';

const namespace = 'tokens';
export { namespace as tokenRecords };

/** Tokens are in the kernel's records, encrypted, so that reading the database reveals nothing. */
export function vaultStore(kernel: Kernel): VaultStore {
  const { records } = kernel;
  return {
    get: async (key) => (await records.get(namespace, key)) as string | undefined,
    put: async (key, value) => records.put(namespace, key, value),
    delete: async (key) => records.delete(namespace, key),
    list: async () =>
      (await records.list(namespace)).map(({ key, value }) => ({ key, value: value as string })),
  };
}

/** Accepts a token for the party that asked for it: a server, a blocked call, or an agent. */
export interface TokenTaker {
  /** False: not for this one. */
  take(principal: Principal, token: OfferedToken): Promise<TokenTaken>;
}

export function authenticateCommand(takers: readonly TokenTaker[]): Record<string, CommandDefinition> {
  return {
    authenticate: command({
      says: 'Provides a token for a resource that a server, a call or an agent asks for; an empty one revokes it.',
      result: commandTable.authenticate.result,
      grant: 'write',
      // A server may be slow to check the token.
      detached: true,
      params: commandTable.authenticate.params,
      run: async ({ resource, token, expiresIn, scopes, _meta }, { principal }) => {
        const server = _meta?.['loggia.server'];
        const offered = {
          resource,
          token,
          expiresIn,
          scopes,
          server: typeof server === 'string' ? server : undefined,
        };
        for (const taker of takers) {
          const taken = await taker.take(principal, offered);
          if (taken === 'unrevoked') return { _meta: { 'loggia.unrevoked': true } };
          if (taken) return {};
        }
        throw new ProtocolError(
          'NotFound',
          `Nothing here asks for a token for ${JSON.stringify(resource)}. Take the resource from the server, call or agent that does.`,
        );
      },
    }),
  };
}

/** Tokens that agents themselves need; they are stored without a test. */
export function agentTokens(
  vault: Vault,
  declared: () => readonly { readonly resource: string }[],
): TokenTaker {
  return {
    take: async (principal, { resource, token, expiresIn, scopes }) => {
      if (!declared().some((known) => known.resource === resource)) return false;
      await vault.put(principal, { resource }, { token, expiresIn, scopes });
      return true;
    },
  };
}
