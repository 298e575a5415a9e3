export { ApiKeys, type ApiKeyRecord, type ApiKeyStore } from './api-keys.ts';
export { parseAuthority, parseOrigin, type Authority } from './authority.ts';
export { BrowserKeys, type BrowserRecord, type BrowserStore } from './browser-keys.ts';
export { Credentials, type CredentialId } from './credentials.ts';
export {
  createDelegations,
  type Delegations,
  type DelegationOptions,
  type IssuedToken,
  type NewDelegation,
} from './delegation.ts';
export { errnoOf } from './errno.ts';
export { pathOfFileUri } from './file-uri.ts';
export { withDirectory, type HeldDirectory } from './held-directory.ts';
export { loadLocalToken, localTokenFile, rotateLocalToken } from './local-token.ts';
export {
  actsWithKey,
  agentOf,
  authorize,
  authorOf,
  grantOf,
  localPrincipal,
  partyOf,
  personBehind,
  powersOf,
  type Actor,
  type Delegate,
  type Grant,
  type LocalPrincipal,
  type Permission,
  type Principal,
  type Scope,
  type Subject,
} from './principal.ts';
export { createRoots, isInside, type Access, type Root, type Roots } from './roots.ts';
export { sealedRecords, type RecordStore, type SealingOptions } from './sealed-records.ts';
export { Secret } from './secret.ts';
export type { TokenKey } from './token-record.ts';
export {
  bearerProtocol,
  createUpgradeGuard,
  type Admitted,
  type GuardSettings,
  type IncomingRequest,
  type Refusal,
  type UpgradeGuard,
} from './upgrade-guard.ts';
export { loadVaultKey } from './vault-key.ts';
export {
  openVault,
  type NewToken,
  type StoredToken,
  type Vault,
  type VaultOptions,
  type VaultStore,
} from './vault.ts';
