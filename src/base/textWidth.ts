/** How wide a text is, in digits: characters of Chinese, Japanese and Korean are as wide as two. */
export function textWidth(text: string): number {
  return text.length + (text.match(/[\u2e80-\uffef]/g)?.length ?? 0);
}
