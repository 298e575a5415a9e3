import { config } from 'zod/v4/core';

/**
 * The policy of a View forbids `eval`, and Zod tests for it when the first schema is made. The browser reports that
 * test as something that the host blocked. So this module has to be a page's first import.
 */
config({ jitless: true });
