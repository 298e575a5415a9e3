import { z } from 'zod';

const control = /\p{Cc}/u;

/** Text for display in one line. */
export function line(longest: number) {
  return z
    .string()
    .min(1)
    .max(longest)
    .refine((text) => text === '' || (!control.test(text) && text.trim() !== ''), {
      error: 'must be text in one line',
    });
}

export const toolNameSchema = line(128);

/** Names that are also keys and file names. */
export const nameSchema = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, {
  error: 'must be a name such as "extract_text": lower case, digits and underscores',
});

export const jsonObjectSchema = z.record(z.string(), z.unknown());
