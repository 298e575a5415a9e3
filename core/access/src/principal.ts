import { ProtocolError, writeAuthor } from '@loggia/protocol';

export type Grant = 'read' | 'write' | 'admin';

/** A permission that a user can lend to a handler beyond the artifact at hand. */
export type Permission = (typeof permissions)[number];

const permissions = ['servers'] as const;

/** The party that acts. Bound once, when a connection opens; a `clientId` never stands in for it. */
export interface LocalPrincipal {
  readonly id: string;
  readonly kind: 'local';
}

/** The reach of a delegated token or an API key. Everything it doesn't name is out of reach. */
export interface Scope {
  readonly artifacts: readonly string[];
  /** Every artifact, workspace and collection, but no permissions. */
  readonly everything: boolean;
  /** Everything else, too, as far as the grant goes: sessions, files, servers, settings. Only API keys have it. */
  readonly host?: true;
  /** The highest grant that a command may need. */
  readonly grant: Grant;
  readonly permissions: readonly Permission[];
  /** The only workspace that an agent of a session reaches; absent: all that the rest of the scope covers. */
  readonly workspace?: string;
}

/** The party that acts: the server that handles a type, an agent, or the program that holds an API key. */
export interface Actor {
  readonly kind: 'handler' | 'agent' | 'key';
  /** The id of the server, for a handler. */
  readonly server?: string;
  /** The id of the API key. */
  readonly key?: string;
  /** The name shown to people. */
  readonly name?: string;
  /** The agent or View whose call the server carries out; absent if it acts by itself. */
  readonly calledBy?: { readonly kind: 'agent' | 'view'; readonly name?: string };
}

/**
 * A party that acts for a person, for a time and within a scope: a handler that the host has called, an agent, or the
 * holder of an API key.
 */
export interface Delegate {
  /** The id of the person it acts for, who owns what it creates. */
  readonly id: string;
  readonly kind: 'delegate';
  readonly actor: Actor;
  readonly scope: Scope;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** The holder of an API key. */
export interface KeyHolder extends Delegate {
  readonly actor: Actor & { readonly kind: 'key'; readonly key: string; readonly name: string };
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
  /** The ways in: the token, browsers and API keys. Only the person decides about them, so no key reaches them. */
  readonly access?: true;
  /** More than single artifacts: lists, searches, and an artifact's lifecycle. */
  readonly library?: true;
  readonly permission?: Permission;
}

/** The person at this machine, who holds the local token and may do everything. */
export const localPrincipal: LocalPrincipal = Object.freeze({ id: 'local', kind: 'local' });

const grants: readonly Grant[] = ['read', 'write', 'admin'];

/** The person a delegate acts for. Personal things, such as connections and tokens, belong to that person. */
export function personBehind(principal: Principal): LocalPrincipal {
  return principal.kind === 'local' ? principal : { id: principal.id, kind: 'local' };
}

/** The permissions that the principal holds itself, and can therefore use or lend. */
export function powersOf(principal: Principal): readonly Permission[] {
  return principal.kind === 'local' ? permissions : principal.scope.permissions;
}

/** The author in versions, commits and the audit: who acted, and for whom. */
export function authorOf(principal: Principal): string {
  const { id: person } = principal;
  // Authors are written before access is decided, so a kind that is not known here must not fail.
  if (principal.kind !== 'delegate') return writeAuthor({ person });
  const { kind, name, calledBy } = principal.actor;
  const own = { kind, ...(name !== undefined && { name }) };
  const actor = calledBy ? { ...calledBy, ...(name !== undefined && { server: name }) } : own;
  return writeAuthor({ person, actor });
}

/** The highest grant that the principal holds. */
export function grantOf(principal: Principal): Grant {
  return principal.kind === 'local' ? 'admin' : principal.scope.grant;
}

export function actsWithKey(principal: Principal): principal is KeyHolder {
  return principal.kind === 'delegate' && principal.actor.kind === 'key';
}

/** Identifies the party across connections. Keys of one person are parties of their own. */
export function partyOf(principal: Principal): string {
  return actsWithKey(principal) ? `${principal.id} key ${principal.actor.key}` : principal.id;
}

/**
 * An agent that enters with this principal's token. Whatever the token allows, an agent works with artifacts only: it
 * reads other people's content, and might follow instructions in it.
 */
export function agentOf(principal: Principal): Delegate {
  const everything = { artifacts: [], everything: true, grant: 'write', permissions: [] } as const;
  if (principal.kind === 'local') {
    const { id } = principal;
    return { id, kind: 'delegate', actor: { kind: 'agent' }, scope: everything, expiresAt: Infinity };
  }
  // A kind that is not known here has no scope, and is refused later.
  const { host: _, ...scope } = { ...principal.scope };
  const grant = scope.grant === 'admin' ? 'write' : scope.grant;
  return { ...principal, scope: { ...scope, grant, permissions: [] } };
}

/**
 * The single access check: throws PermissionDenied unless the principal holds the grant over the whole subject. Every
 * way into the host ends here. A delegate reaches only what its scope names, and an unknown kind of principal reaches
 * nothing.
 *
 * A permission is lent by the user, by name: with it, the grant to write is enough to change what it is about.
 */
export function authorize(principal: Principal, grant: Grant, subject: Subject): void {
  if (principal.kind === 'local') return;
  if (principal.kind !== 'delegate') throw new ProtocolError('PermissionDenied', notHeld(grant));
  const { scope, actor } = principal;
  if (subject.access === true) throw new ProtocolError('PermissionDenied', noAccess);
  const isLent = subject.permission !== undefined && scope.host !== true;
  const needed = grant === 'admin' && isLent ? 'write' : grant;
  if (grants.indexOf(needed) > grants.indexOf(scope.grant)) {
    const words = actor.kind === 'key' ? tooNarrow(principal, needed) : notHeld(grant);
    throw new ProtocolError('PermissionDenied', words);
  }
  const missing = beyond(scope, subject);
  if (missing !== undefined) throw new ProtocolError('PermissionDenied', missing);
}

const noAccess = "Keys can't manage the token, browsers or API keys. Use the local token of the host.";

function notHeld(grant: Grant): string {
  return `This needs the grant "${grant}", which you don't hold; ask the operator of the host for it.`;
}

function tooNarrow({ actor, scope }: Delegate, grant: Grant): string {
  return `The API key “${actor.name}” has the scope "${scope.grant}", and this needs "${grant}". Use a key with that scope.`;
}

function beyond(scope: Scope, subject: Subject): string | undefined {
  const { artifacts = [], workspaces = [], channels = [], host, library, permission } = subject;
  if (scope.host === true) return undefined;
  const isNamed = artifacts.length + workspaces.length > 0 || library === true || permission !== undefined;
  if (!isNamed || host === true || channels.length > 0) {
    return "This token doesn't allow that. Use the local token of the host.";
  }
  if (permission !== undefined && !scope.permissions.includes(permission)) {
    return `This needs the permission "${permission}", which the user has not granted. Ask for it under "needs" in behaviors.json.`;
  }
  if (scope.everything) return undefined;
  if (library === true || workspaces.length > 0) {
    return 'This token only works for single artifacts. Act on the artifact that the call was about.';
  }
  const held = new Set(scope.artifacts);
  if (artifacts.every((id) => held.has(id))) return undefined;
  return "This token doesn't work for that artifact. Act on the artifact that the call was about.";
}
