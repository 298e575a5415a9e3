import { ProtocolError, writeAuthor } from '@loggia/protocol';

export type Grant = 'read' | 'write' | 'admin';

/** What a user can lend to a handler beyond the artifact at hand. */
export type Permission = (typeof permissions)[number];

const permissions = ['servers'] as const;

/** Who acts. Bound once, when a connection opens; a `clientId` never stands in for it. */
export interface LocalPrincipal {
  readonly id: string;
  readonly kind: 'local';
}

/** What a delegated token is good for. What it does not name is out of reach. */
export interface Scope {
  readonly artifacts: readonly string[];
  /** Every artifact, workspace and collection; no permission is among it. */
  readonly everything: boolean;
  /** The most that any command may need. */
  readonly grant: Grant;
  readonly permissions: readonly Permission[];
}

/** Who acts with what was lent: the server that handles a type, or an agent. */
export interface Actor {
  readonly kind: 'handler' | 'agent';
  /** The id of the server. An agent is no server's. */
  readonly server?: string;
  /** As people know it. */
  readonly name?: string;
}

/** Somebody who acts for another, for a short time and within a scope: a handler that the host has called, or an agent. */
export interface Delegate {
  /** Of whoever it acts for: what it makes is theirs. */
  readonly id: string;
  readonly kind: 'delegate';
  readonly actor: Actor;
  readonly scope: Scope;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

export type Principal = LocalPrincipal | Delegate;

/** The things a request reads or changes. The principal needs access to all of them. */
export interface Subject {
  readonly artifacts?: readonly string[];
  readonly workspaces?: readonly string[];
  /** Channels by URI, such as sessions and chats. They are never lent. */
  readonly channels?: readonly string[];
  /** The host itself: its files, servers, settings and whatever else isn't named here. It is never lent. */
  readonly host?: true;
  /** More than single artifacts: lists, searches, and what becomes of an artifact as a whole. */
  readonly library?: true;
  readonly permission?: Permission;
}

/** Whoever holds the local token: the person at this machine, who may do everything. */
export const localPrincipal: LocalPrincipal = Object.freeze({ id: 'local', kind: 'local' });

const grants: readonly Grant[] = ['read', 'write', 'admin'];

/** Whom a delegate acts for. What belongs to a person, such as connections and tokens, belongs to that one. */
export function personBehind(principal: Principal): LocalPrincipal {
  return principal.kind === 'local' ? principal : { id: principal.id, kind: 'local' };
}

/** The permissions that the principal holds itself, and could therefore exercise or lend. */
export function powersOf(principal: Principal): readonly Permission[] {
  return principal.kind === 'local' ? permissions : principal.scope.permissions;
}

/** What versions, commits and the audit say of who acted and on whose behalf. */
export function authorOf(principal: Principal): string {
  const { id: person } = principal;
  return writeAuthor(principal.kind === 'local' ? { person } : { person, actor: principal.actor });
}

/**
 * An agent that enters with this principal's token. Whatever the token is good for, an agent works with artifacts only:
 * it reads what others wrote, and might do what that tells it to.
 */
export function agentOf(principal: Principal): Delegate {
  const everything = { artifacts: [], everything: true, grant: 'write', permissions: [] } as const;
  if (principal.kind === 'local') {
    const { id } = principal;
    return { id, kind: 'delegate', actor: { kind: 'agent' }, scope: everything, expiresAt: Infinity };
  }
  return { ...principal, scope: { ...principal.scope, permissions: [] } };
}

/**
 * The one gate: throws PermissionDenied unless the principal holds the grant over the whole subject. Every way into the
 * host ends here. A delegate reaches only what its scope names, and a kind of principal that isn't known here nothing.
 *
 * A permission is lent by the user, by name: its holder may change what it is about with the grant to write.
 */
export function authorize(principal: Principal, grant: Grant, subject: Subject): void {
  if (principal.kind === 'local') return;
  const needed = grant === 'admin' && subject.permission !== undefined ? 'write' : grant;
  if (principal.kind !== 'delegate' || grants.indexOf(needed) > grants.indexOf(principal.scope.grant)) {
    throw new ProtocolError(
      'PermissionDenied',
      `This needs the grant "${grant}", which you do not hold; ask whoever runs the host for it.`,
    );
  }
  const missing = beyond(principal.scope, subject);
  if (missing !== undefined) throw new ProtocolError('PermissionDenied', missing);
}

function beyond(scope: Scope, subject: Subject): string | undefined {
  const { artifacts = [], workspaces = [], channels = [], host, library, permission } = subject;
  const isNamed = artifacts.length + workspaces.length > 0 || library === true || permission !== undefined;
  if (!isNamed || host === true || channels.length > 0) {
    return 'This token is not good for that. Use the local token of the host.';
  }
  if (permission !== undefined && !scope.permissions.includes(permission)) {
    return `This needs the permission "${permission}", which the user has not granted. Ask for it under "needs" in behaviors.json.`;
  }
  if (scope.everything) return undefined;
  if (library === true || workspaces.length > 0) {
    return 'This token is good for single artifacts only. Act on the artifact that the call was about.';
  }
  const held = new Set(scope.artifacts);
  if (artifacts.every((id) => held.has(id))) return undefined;
  return 'This token is not good for that artifact. Act on the artifact that the call was about.';
}
