// Support for tests of handlers: a caller, and a host that they call back.
export { fakeHost, Refusal, type ApiAnswer, type ApiRequest } from './fake-host.ts';
export { Peer } from './peer.ts';
