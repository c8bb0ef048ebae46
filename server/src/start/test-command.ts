import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Runs a command of this folder to its end, as a person does, in an environment of its own. */
export async function runTestCommand(
  file: 'backup.ts' | 'move-blobs.ts' | 'restore.ts' | 'upgrade.ts' | 'verify.ts',
  variables: Record<string, string>,
  ...parameters: string[]
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, file), ...parameters], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...variables },
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output, errors }
}
