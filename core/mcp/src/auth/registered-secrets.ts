import type { Principal, TokenKey, Vault } from '@loggia/access';
import type { AuthorizationAnswer, PostedTo } from './authorization-servers.ts';
import { secretMethods, type RegisteredClient } from './confidential-client.ts';
import { readObject } from './read-object.ts';

/** A client whose secret is gone registers again. */
const keptSeconds = 30 * 24 * 60 * 60;

function keyOf({ host }: Pick<PostedTo, 'host'>, clientId: string): TokenKey {
  return { resource: `client ${host} ${clientId}` };
}

/** The secrets of clients that were registered through the host. They stay here, sealed; the client gets its id. */
export class RegisteredSecrets {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Takes the secret out of the answer to a registration. */
  async withhold(
    principal: Principal,
    answer: AuthorizationAnswer,
    to: PostedTo,
  ): Promise<AuthorizationAnswer> {
    if (to.role !== 'registration') return answer;
    const { client_secret: clientSecret, ...rest } = readObject(answer.body) ?? {};
    const { client_id: clientId, token_endpoint_auth_method: method } = rest;
    if (typeof clientSecret !== 'string' || clientSecret === '') return answer;
    if (typeof clientId === 'string' && isUsed(method, to)) {
      const client: RegisteredClient = {
        clientId,
        clientSecret,
        ...(typeof method === 'string' && { method }),
      };
      const entry = { token: JSON.stringify(client), expiresIn: keptSeconds };
      await this.#vault.put(principal, keyOf(to, clientId), entry);
    }
    return { ...answer, body: JSON.stringify(rest) };
  }

  async find(
    principal: Principal,
    to: PostedTo,
    clientId: string | undefined,
  ): Promise<RegisteredClient | undefined> {
    if (clientId === undefined) return undefined;
    const stored = await this.#vault.get(principal, keyOf(to, clientId)).catch(() => undefined);
    return stored && (JSON.parse(stored.secret.reveal()) as RegisteredClient);
  }
}

/** Some authorization servers give a secret to everybody, even if they don't take any. */
function isUsed(method: unknown, { authMethods }: PostedTo): boolean {
  if (typeof method === 'string' || authMethods === undefined) return method !== 'none';
  return authMethods.some((name) => secretMethods.has(name));
}
