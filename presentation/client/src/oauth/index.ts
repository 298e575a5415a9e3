export {
  browserRedirect,
  oauthChannel,
  type BrowserRedirectOptions,
  type Popup,
} from './browser-redirect.ts';
export type { Grant, GrantStore } from './grant.ts';
export {
  keepSignedIn,
  type KeepSignedInOptions,
  type SignedInWatch,
  type SignInNeeded,
} from './keep-signed-in.ts';
export { webLocks, type WithLock } from './locks.ts';
export { MemoryGrantStore, MemoryRegistrationStore } from './memory-stores.ts';
export { throughHost, type AuthorizationParty, type Fetch, type Reach } from './reach.ts';
export type { RedirectReceiver } from './redirect-receiver.ts';
export type { ClientAuthMethod, Registration, RegistrationStore } from './registration.ts';
export type { PreRegisteredClient, SignInSettings } from './settings.ts';
export { signIn, type SignInRequest } from './sign-in.ts';
export { SignInError, type SignInErrorKind } from './sign-in-error.ts';
export { TokenKeeper, type SignedOut, type TokenKeeperOptions } from './token-keeper.ts';
export { offerTo, type OfferToken, type TokenOffer } from './token-offer.ts';
