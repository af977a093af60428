/** The recent queries with this one first; a query that grew letter by letter is kept once. */
export function remember(recent: readonly string[], query: string, limit = 10): string[] {
  const wanted = query.trim();
  if (wanted === '') return [...recent];
  const others = recent.filter((old) => old.toLowerCase() !== wanted.toLowerCase());
  return [wanted, ...others].slice(0, limit);
}

/** The selected text as a first query: one line of it, or nothing when it is no query. */
export function queryFrom(selection: string): string {
  const text = selection.replace(/\s+/g, ' ').trim();
  return text.length <= 200 ? text : '';
}
