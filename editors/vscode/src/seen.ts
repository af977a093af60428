import type { SeenChunk } from './protocol.ts';

/** The page that shows what the index sees at a line: the text that the model reads. */
export function seenPage(path: string, line: number, chunks: readonly SeenChunk[]): string {
  const head = `# ${path}, line ${line + 1}`;
  if (chunks.length === 0) {
    const reason = 'It is empty, frontmatter, a link or image alone, or the note is excluded.';
    return `${head}\n\nThe index sees nothing at this line, so no search finds it. ${reason}\n`;
  }
  return `${[head, ...chunks.map(chunkWords)].join('\n\n')}\n`;
}

function chunkWords(chunk: SeenChunk): string {
  const lines = `Lines ${chunk.line + 1} to ${chunk.end_line + 1}, ${chunk.kind}`;
  return `## ${lines}\n\n${stateOf(chunk)}\n\n${fenced(chunk.model_text)}`;
}

function stateOf(chunk: SeenChunk): string {
  if (chunk.content_free) return 'It says nothing of its own, so no search finds it.';
  if (chunk.pending) return 'Words find it now; meaning finds it when the index is built.';
  return 'Words and meaning find it. The model reads:';
}

// The fence is longer than any in the text, so that the text cannot end it.
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}
