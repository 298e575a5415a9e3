import { config } from 'zod';

// The page's policy forbids code made from text. Without this, Zod would try to make some, and the browser would report it.
// The build puts this file into the same chunk as Zod, so that it runs before the first schema is made.
config({ jitless: true });
