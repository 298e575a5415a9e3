import { z } from 'zod';

const longestImage = 8 * 1024;
const emoji =
  /^(?:\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3|\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)*)$/u;
const key = /^[a-z][a-z0-9-]{0,39}$/;
// A data URL is only ever painted: unlike markup in the page, nothing in it runs.
const image = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)(?:;charset=utf-8)?(?:;base64)?,[^\s"'<>\\]+$/;

function isIcon(text: string): boolean {
  if (key.test(text)) return true;
  if (text.length <= 32) return emoji.test(text);
  return text.length <= longestImage && image.test(text);
}

export const iconSchema = z.string().max(longestImage).refine(isIcon, {
  error:
    'must be one emoji, the name of an icon such as "file-text", or an image as a data: address of at most 8 kB',
});

export const colorSchema = z.string().refine((text) => /^#[0-9a-f]{6}$/i.test(text) || key.test(text), {
  error: 'must be a color such as "#3366cc", or the name of a color token such as "accent"',
});
