export {
  browserRedirect,
  oauthChannel,
  type BrowserRedirectOptions,
  type Popup,
} from './browser-redirect.ts';
export type { Grant, SignInRecord, SignInRecordStore } from './grant.ts';
export { KnownSignIns, type KnownSignInsOptions, type SignedOut } from './known-sign-ins.ts';
export { MemoryRecordStore, MemoryRegistrationStore } from './memory-stores.ts';
export { throughHost, type AuthorizationParty, type Fetch, type Reach } from './reach.ts';
export type { RedirectReceiver } from './redirect-receiver.ts';
export type { ClientAuthMethod, Registration, RegistrationStore } from './registration.ts';
export type { PreRegisteredClient, SignInSettings } from './settings.ts';
export { signIn, type SignInRequest } from './sign-in.ts';
export { SignInError, type SignInErrorKind } from './sign-in-error.ts';
export { offerTo, type OfferToken, type TokenOffer } from './token-offer.ts';
