// Separate from index.ts, so that the protocol's own tests don't load everything that uses it.
export { type ActionArbitraries, anyAction } from './arbitraries/action-arbitraries.ts';
export { addressedBy, aimed } from './arbitraries/addressing.ts';
export { annotationsActions, annotationsStates } from './arbitraries/annotations.ts';
export { changesetActions, changesetStates } from './arbitraries/changeset.ts';
export { chatActions, chatStates, waitsForAnswer } from './arbitraries/chat.ts';
export { resourceWatchActions, resourceWatchStates, rootActions, rootStates } from './arbitraries/root.ts';
export { sessionActions, sessionStates } from './arbitraries/session.ts';
export { terminalActions, terminalStates } from './arbitraries/terminal.ts';
export { conformance } from './conformance.ts';
