/**
 * Loaded before every test: limits for property tests, below the time limit of the tests themselves.
 *
 * A slow machine tries fewer cases instead of failing, a case that hangs is reported as that case, and a search for
 * the smallest counterexample ends in time to print what it has found.
 */
import * as fc from 'fast-check';

fc.configureGlobal({ interruptAfterTimeLimit: 90_000, timeout: 30_000 });
