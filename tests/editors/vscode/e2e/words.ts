// Short words carry no meaning, and the first letters tell a word in its forms.
/** The words of a text that a search could match, as rough stems. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];
  return [...new Set(words.map((word) => word.slice(0, 5)))];
}
