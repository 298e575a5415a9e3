// Apart from index.ts, so that the protocol's own tests do not load everything that speaks it.
export { type ActionArbitraries, anyAction } from './arbitraries/action-arbitraries.ts';
export { addressedBy, aimed } from './arbitraries/addressing.ts';
export { chatActions, chatStates, waitsForAnswer } from './arbitraries/chat.ts';
export { resourceWatchActions, resourceWatchStates, rootActions, rootStates } from './arbitraries/root.ts';
export { sessionActions, sessionStates } from './arbitraries/session.ts';
export { conformance } from './conformance.ts';
