// What tests of handlers need: somebody who calls them, and a host they act back on.
export { fakeHost, Refusal, type ApiAnswer, type ApiRequest } from './fake-host.ts';
export { Peer } from './peer.ts';
