import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { type Candidate, candidates, type Surroundings } from './candidates.ts';

/** The first place that holds a program. */
export async function findServer(around: Surroundings): Promise<Candidate | undefined> {
  for (const candidate of candidates(around)) {
    if (await isProgram(candidate.command)) return candidate;
  }
  return undefined;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
