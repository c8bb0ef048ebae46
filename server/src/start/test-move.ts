import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Runs the command that moves blobs, as a person does. */
export async function runMove(
  variables: Record<string, string>,
  ...parameters: string[]
): Promise<{ code: number | null; output: string; errors: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'move-blobs.ts'), ...parameters], {
    env: { PATH: process.env['PATH'], ...variables },
  })
  const ended = once(child, 'close')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  await ended
  return { code: child.exitCode, output, errors }
}
